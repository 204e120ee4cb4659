"""Everyday English words that are never bent into a name, however alike they look."""

from companion.intents.words import word_set

COMMON_WORDS = word_set(
    """
    a able about above across action actions actually add adds after again against ago ahead ain't air all allow
    almost alone along already also although always am among an and animal another answer any anybody anything
    anyway apple are area arm arms army around arrow art as ask asked asking asks asleep at ate away baby back
    bad badly bag ball band bar bare bark barn barrel barrels base basic bath be bear beat because become bed
    been beer before began begin behind being bell below best bet better between bid bids big bird bit bite
    black blade blood blow blue board boat boats body bone book boots born both bother bottle bottom bought bow
    bowl box boy brave bread break bridge bring broke broken brother brought brown build building burn burned
    business but buy by call called calling calls came camera can candle candles car card care careful carefully
    carry case cat catch cause cave chain chair challenge chance change chapter character characters charge
    chase cheap check checked checking checks cheese chest child children chip chips choice choose church city
    class clean clear clever climb clock close closed cloth cloud coat coffee coin cold colour come comes coming
    common complete conflict connection control cook cool copy corn corner correct cost costs could count
    country couple course court cover crack crate crazy cream cross crossing crowd crown cry cup cut cuts dad
    damage dance danger dark day days dead deal dear death decide deep did die dice difference different
    difficult dinner dirty do doctor does dog done door doors double doubt down draw drink drinks drive drop
    drops drove dry duke during dust duty each ear early easy eat edge eight either eleven else empty end ended
    enemy enough enter escape even evening ever every everybody everything exactly except extra eye eyes face
    fact fail failed failure fair fall family far farm fast father favour fear feel feet fell felt few field
    fifteen fight figure fill final finally find finds fine finger finish finished fire first fish five fix
    flame flat flee floor flower fly follow food foot for forest forget forgot form forward found four free
    fresh friend friends from front full fun funny game games garden gate gave get gets getting ghost girl give
    given gives glad glass go goal goals god goes going gold gone good got grab grabs great green grew ground
    group grow guard guards guess guest gun guy guys had hair half hall hand handed hands hang happen happy hard
    harder has hat hate have having he head hear heard heart heavy held hell hello help helped helping her here
    hers herself hey hide high hill him himself his hit hits hold holding holds hole home honest hope horse hot
    hour hours house how huge human hundred hungry hunt hurt ice idea if important in inside into iron is island
    it item its itself job join joke jump jumps just keep keeps kept key kid kids kill kind king kitchen knee
    knew knife knock know known lady lamp land language lantern large last late later laugh laughs law lay lead
    leader leaf learn least leave left leg less let letter level lie life light like line list listen little
    live local lock locks long look looked looking looks loose lord lose lost lot loud love low luck lucky lunch
    mad made magic main make makes making man many map mark market master matter may maybe me mean means meat
    meet men mess met middle might mile mind minds mine minute minutes miss mist moment money monster month moon
    more morning most mother mountain mouth move moves much mud mum music must my myself name narrator narrow
    near nearly neck need needs neither nephew never new news next nice night nine no nobody noise none noon nor
    normal north nose not note nothing notice now number oar obvious obviously of off offer often oh okay old on
    once one ones only onto open or order other others our ours out outside over own page paid pain paint pair
    paper pardon part party pass past path pay people perfect perhaps person phone pick picks picture piece pile
    pipe pizza place places plain plan plant play player players playing please plenty plus pocket point points
    poker pool poor possible pour power present press pretty price probably problem promise pull pulls push put
    puts queen question quick quickly quiet quite race rain raise ran rather reach read ready real really reason
    red remember rest reward rich ride right ring river road rock role roll rolled rolling rolls roof room rope
    rough round row rule rules run running runs sad safe said sail salt same sand sat save saw say saying says
    scared scene scenes school sea search seat second secret see seem seems seen sell send sense sent serious
    session set seven shall shape share sharp she ship shirt shoe shoot shop short shot should shoulder shout
    shouts show shut sick side sign silence silver simple since sing single sir sister sit six size skill skills
    skin sky sleep slow slowly small smart smell smile smiles smoke sneak sneaks so soft sold soldier some
    somebody something somewhere son song soon sorrow sorry sort soul sound sounds south space spare speak
    special spell spend spot spring square staff stairs stale stand stands star start starts state stay steal
    steel step steps stick still stole stone stop stopped stops storm story strange street strong stuck stuff
    stupid such sugar suit summer sun sure surprise sweet swim swing swings sword table take taken takes taking
    talk talked tall tap tape task taste tea teach team tell tells ten tent than thank thanks that the their
    them themselves then there these they thick thing things think third thirty this those though thought
    thousand three threw throat through throw throws time times tiny tired to toast today together told tomorrow
    tongue tonight too took top torch total touch toward town track trade train travel tree trick tried trouble
    true trust truth try trying turn turned turns twelve twenty twice two type ugly uncle under understand until
    up upon upset us use used uses using usual valley very view village voice wait waiting wake walk walks wall
    walls want wanted wants war warm was watch water wave way we weak weapon wear weather week weeks weight well
    went were west wet what wheel when where whether which while whisper white who whole whom whose why wide
    wife wild will win wind window wine winter wise wish with within without woke woman wonder wood word words
    wore work worked world worn worry worse worst worth would wrap write wrong wrote yard yeah year years yellow
    yes yesterday yet you young your yours yourself zero
    """
)
