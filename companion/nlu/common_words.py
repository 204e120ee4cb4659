"""Everyday English words that are never bent into a name, however alike they look."""

from companion.nlu.words import word_set

COMMON_WORDS = word_set(
    """
    a abandoned abilities ability able about above absolute acid across action actions actors actual actually
    add additional adds adjacent advantage after again against ago agree ahead ain't air alive all allies
    allow almost alone along alongside already also although always am amazing ambush among amongst amount an
    and angry animal announce announcement another answer any anybody anymore anything anyway anywhere apart
    apologies appear apple appreciate approach arcane are area arm armor arms army around arrow art as aside
    ask asked asking asks asleep assume at ate attack attempt attention attire available awake aware away
    awesome awkward baby back bad badly bag balcony ball band bandit bar bare bark barn barracks barrel
    barrels base basic basically bath battle be bear beasts beat beautiful because become bed been beer before
    began begin behind being believe bell below bend beneath best bet better between bid bids big bird bit
    bite black blade blast bleeding blind block blood blow blue board boat boats bodies body bone bonus book
    bookcase boots born both bother bottle bottom bought bow bowl box boy brambles branch brave bread break
    breath bridge brief bright bring broke broken broom brother brought brown brush build building built bunch
    burn burned burst bushes business but buy by cage call called calling calls calm came camera camp can
    candle candles canopy car card care careful carefully carry cart carved case cast cat catch caught cause
    cave ceiling cellar center central certain chain chair challenge chamber chance change chapter character
    characters charge chase chat cheap check checked checking checks cheek cheese chest child children chin
    chip chips choice choose chuck church circle city class claw clean clear clever climb clock close closed
    closest cloth cloud cluster clutching coat code coffee coin cold collect color colour columns combat come
    comes comfortable coming common companion companionship comparatively complete conflict confused
    connection conscious consciousness considered construction continue control cook cool copy corn corner
    correct cost costs costume cough could count country couple course court courtyard cover crack crate crawl
    crazy cream creature creepy cross crossing crowd crown crumb crumples crushed crushing cry cube cup
    curious current curse curve cut cute cuts dad damage dance danger dangerous dangling dark darkened
    darkness darling dart dawn day daylight days dead deal dear death decent decide decision deck deep defeat
    definitely dense describe destroyed details device dice did die died difference different difficult
    digging dinner direction directly dirt dirty disadvantage disappear discovered distance distant
    distraction dive do doctor dodge does dog doing dome done door doors double doubt down downstairs downward
    dragging draw dream dress drew dried drink drinks drive drop drops drove drunk dry duke during dust duty
    dying each ear earlier early earth east eastern easy eat eaten edge effect eight either elemental elements
    eleven else emerge emotional empty enchantment encountered end ended enemy energy enjoy enough enter
    entire entities entity entrance episode escape especially essence essentially estate even evening
    eventually ever every everybody everything everywhere evil exactly except excited exist exit expect
    expensive experience exterior extra eye eyes face fact fail failed failure faint fair fake fall familiar
    family fancy fangs fantastic far farm fast father favor favorite favour fear feast feed feel feet fell
    fellows felt female few field fifteen fight figure fill final finally find finds fine finger finish
    finished fire first fish five fix flame flap flash flat flee flesh flip floor flower fly focus folk follow
    food foot for force foremost forest forever forget forgot forgotten fork form forth forward fought found
    four fourth free fresh friend friends from front fruit full fun funny further future game games garden
    gate gather gave general gentlemen get gets getting ghost girl give given gives glad glance glass glow go
    goal goals god goes going gold gone good got gotten grab grabs grapple grasp grass gray great green grew
    grin grit ground group grow grown guard guards guess guest gun guts guy guys had hair half hall hallway
    hand handed handful handle hands hang happen happy harbor harbour hard harder has hat hate have having he
    head heal health hear heard heart heat heavily heavy held hell hello help helped helpful helping her here
    hers herself hey hidden hide hideout high hill him himself hire his hit hits hold holding holds hole home
    honest honor hope hopefully horrible horse hot hour hours house how huge human humanoid hundred hungry
    hunt hurt ice idea identify if imagine immediate impact important in inch individual information inside
    inspiration inspire instead interest interior into invested inward iron is island issue it item its itself
    job join joke journey jump jumps just keen keep keeps kept key kick kid kids kill kind king kiss kitchen
    knee knew knife knock know knowledge known ladies lady lamp land language lantern large last late later
    laugh laughs law lay lazy lead leader leaf lean leap learn least leather leave left leg less let letter
    level library lick lie life lift light like line list listen little live loaded local location lock locks
    long look looked looking looks looming loose lord lose lost lot loud love low luck lucky lunch lying mad
    made magic magical mail main maintain major make makes making man manage many map mark market married mask
    master materials math matter may maybe me meal mean means meant meantime meat meet members men mention
    mercenaries mess message met metal midday middle might mile military mind minds mine minus minute minutes
    misery miss mission mist mode modifier moment money monster month moon more morning most mother motion
    mountain mouth move movement moves much mud multiple mum murder muscle music must mustache my myself naked
    name narrator narrow near nearby nearly necessarily necessary neck necromancer need needs neither nephew
    nerdy nervous never new news next nice night nine no nobody noise none noon nor normal north northern
    northward northwest nose not note nothing notice noticeable now nowhere number oar obvious obviously
    occasional of off offer often oh okay old on once one ones only onto open opportunity opposed opposite
    oppressed or order other others our ours ourselves out outside outskirts over own pace pack page paid pain
    paint pair panel paper pardon part partially particular party pass past path pattern pay peasants people
    perfect perhaps perimeter person perspective phone physical pick pickle picks picture piece piercing pile
    pipe pizza place places plain plan plane plant play player players playing please pledge plenty plus
    pocket point points poison poke poker pool poor portion position possible possibly post potion pouch pour
    power powerful prefer preparation prepared presence present press pretty prevent previous price probably
    problem process proficient project promise prone proud provide psychic pull pulls purposes push put puts
    quarters queen question quick quickly quiet quite race radiant radius rage rain raise ran random range
    rather ravine reach reaction read ready real realize really realm reason rebellion recall recent reckless
    recognize recommend red redemption regular relatively released rely remains remember remind require
    resides responsible rest return revenge reward rich ride right ring rising river road rock role roll
    rolled rolling rolls roof room rope rough round row rule rules run running runs rush sad safe said sail
    salt same sand sat save saw say saying says scared scatter scene scenes scent school scoot scream sea seal
    search seat second secondary secret see seed seek seem seemingly seems seen sell send sensation sense sent
    separate series serious service session set seven shall shape shard share sharp she shelf shelves shift
    ship shirt shoe shoot shop short shot should shoulder shout shouts show shown shut sick side sight sign
    silence silent silver similar simple since sing single singular sinks sir sister sit situation six size
    skill skills skin sky slain slam slashing sleep sleight slide slight slim slow slowly small smart smash
    smell smile smiles smoke smooth snap sneak sneaks so soft sold soldier solid some somebody somehow
    something somewhat somewhere son song soon sorrow sorry sort soul sound sounds source south space spare
    speak special specific specifically speed spell spend sphere spin spiral spit spoke spoken sponsor spot
    spring square squeak squeeze staff staircase stairs stake stale stand stands star stare start starts state
    stay steal steel step steps stick stickers still stink stole stomach stone stop stopped stops store
    stories storm story straight strange street stretch strike strong stronghold structure stuck stuff stupid
    such sudden suffer sugar suit summer sun sunlight super support supposed sure surface surprise surrounding
    survived sweet swim swing swings sword symbol system table take taken takes taking talk talked tall tap
    tape tapestry task taste tavern tea teach team technically teeth tell tells ten tent terrible than thank
    thanks that the their them themselves then there these they thick thin thing things think third thirty
    this those though thought thousand three threw throat through throughout throw thrown throws tight time
    times tiny tired to toast today together told tomorrow tongue tonight too took top torch torso total touch
    toward town traced track trade train trap trapdoor travel tree tribes trick tried tries troll trouble true
    trust truth try trying tunnel turn turned turns twelve twenties twenty twice two type ugly unable uncle
    under underneath understand unfortunately uniform unique until up upon upset upstairs upward us use used
    uses using usual vague valley vanish various vault versus very vibe vibration video view village vines
    violet visible vision visit visual voice wait waiting wake walk walks wall walls want wanted wants war
    warm warmth warning was watch water wave way we weak weapon wear weather week weeks weight weird welcome
    well went were west wet what whatever wheel when whenever where whether which while whisper white who
    whole whom whose why wide wielding wife wild will win wind window wine winter wise wish with within
    without woke woman wonder wonderful wood wooden word words wore work worked world worn worried worry worse
    worst worth would wound wrap write written wrong wrote yard yeah year years yell yellow yes yesterday yet
    you young your yours yourself yourselves zero
    """
)
