"""Words a player may say aloud instead of a card's name (SEC-2): distinct, easily spoken, and about no card."""

_WORDS = """
    falcon maple lantern harbour acorn alley almond amber anchor antler apple apricot apron arrow autumn badger bagel
    bakery balcony bamboo banjo barley basket beacon beaver bicycle biscuit blanket blossom bonfire bottle boulder
    bramble bridge bucket buffalo butter button cabin cactus camel candle canoe canyon captain caramel carpet carrot
    castle cedar cello chalk cherry chimney cinnamon circus clover coconut comet compass copper coral cotton cricket
    crystal cucumber cupboard curtain daisy dolphin donkey dragon driftwood eagle ember feather fiddle finch fjord
    flannel flute forest fossil fountain galaxy garden garlic ginger giraffe glacier goblet granite gravel guitar
    hammer hammock harvest hazel hedgehog helmet honey horizon iceberg island ivory jacket jasmine jelly jungle kayak
    kettle kitten koala ladder lagoon lavender lemon leopard lighthouse lilac linen lobster magnet mango marble meadow
    melon mirror mitten mosaic muffin mustard napkin nectar nettle nutmeg oasis octopus olive onion orchard orchid
    osprey otter oyster paddle panther paprika parrot pebble pelican pepper pickle pigeon pillow pistachio planet plum
    pocket pony poppy potato prairie puddle pumpkin puzzle quarry quilt rabbit radish raven ribbon river rocket
    rooster saddle saffron salmon sandal sapphire saucer scarf seagull shadow shovel slipper sparrow spinach sponge
    squirrel stable sugar sunset swallow tambourine
"""

CODE_WORDS: tuple[str, ...] = tuple(_WORDS.split())
