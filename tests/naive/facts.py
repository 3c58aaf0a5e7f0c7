"""What is printed: the diagram of the Wood, the cards, the area cards. Figures as in the texts, none taken from the engine."""

from __future__ import annotations

COLUMNS = "abcde"

#: The diagram of the 1980 rules from north to south, each area by its number; the Gates and the Tower by letters.
DIAGRAM = (
    (1, 2, "gate", 3, 4),
    (9, 8, 7, 6, 5),
    (10, 11, 12, 13, 14),
    (19, 18, 17, 16, 15),
    (20, 21, "tower", 21, 20),
    (15, 16, 17, 18, 19),
    (14, 13, 12, 11, 10),
    (5, 6, 7, 8, 9),
    (4, 3, "gate", 2, 1),
)
NUMBER = {
    f"{COLUMNS[column]}{9 - down}": number for down, row in enumerate(DIAGRAM) for column, number in enumerate(row)
}
TOWER, EARTHLY_GATE, ENCHANTED_GATE = "c5", "c1", "c9"

#: Name, paths when its arrow points north, and whether it is a glade, of every area card.
TILES = {
    "e01": ("island", "NESW", True),
    "e02": ("palace", "ESW", True),
    "e03": ("sacred-grove", "NES", True),
    "e04": ("", "NESW", True),
    "e05": ("", "NESW", True),
    "e06": ("", "NESW", True),
    "e07": ("", "NESW", True),
    "e08": ("", "ESW", True),
    "e09": ("", "ESW", True),
    "e10": ("", "NSW", True),
    "e11": ("", "NSW", True),
    "e12": ("", "NEW", True),
    "e13": ("", "NEW", True),
    "e14": ("", "NEW", True),
    "e15": ("", "NES", True),
    "e16": ("", "NES", True),
    "e17": ("", "NESW", False),
    "e18": ("", "NESW", False),
    "e19": ("", "NSW", False),
    "e20": ("", "NEW", False),
    "e21": ("", "ESW", False),
    "g01": ("chapel", "NEW", True),
    "g02": ("cave", "NESW", True),
    "g03": ("castle", "NSW", True),
    "g04": ("fountain", "NES", False),
    "g05": ("", "NESW", True),
    "g06": ("", "NESW", True),
    "g07": ("", "NESW", True),
    "g08": ("", "NESW", True),
    "g09": ("", "NEW", True),
    "g10": ("", "NEW", True),
    "g11": ("", "NES", True),
    "g12": ("", "NES", True),
    "g13": ("", "NSW", True),
    "g14": ("", "NSW", True),
    "g15": ("", "ESW", True),
    "g16": ("", "ESW", True),
    "g17": ("", "NESW", False),
    "g18": ("", "NESW", False),
    "g19": ("", "NES", False),
    "g20": ("", "ESW", False),
    "g21": ("", "NEW", False),
}
FIXED = {"c1": ("", "NEW", False), "c5": ("", "NESW", False), "c9": ("", "ESW", False)}

#: Knights: strength, prowess.
KNIGHTS = {"george": (3, 1), "perceval": (1, 3), "roland": (2, 2), "guyon": (1, 2), "britomart": (1, 3)}

#: Those who challenge: strength, prowess; in the order in which they are met.
CHALLENGERS = {
    "wild-boar": (1, 0),
    "wild-ox": (1, 0),
    "troll": (2, 0),
    "giant": (3, 0),
    "orc": (4, 0),
    "dragon": (5, 0),
    "illusion": (0, 3),
    "wizard": (0, 4),
    "enchantress": (0, 6),
    "saracen": (2, 2),
    "king": (4, 4),
}
PRINCE = (3, 3)
PROWESS_CARDS = ("wild-boar", "wild-ox", "troll", "giant", "orc", "saracen")
COMPANIONS = ("arch-mage", "child", "damsel", "magician", "prince", "princess", "sage")

ORDER = (
    ("wild-boar", "wild-ox"),
    ("troll",),
    ("giant",),
    ("orc",),
    ("dragon",),
    ("illusion",),
    ("wizard",),
    ("enchantress",),
    ("saracen",),
    ("king",),
    ("rogue",),
    ("arch-mage",),
    ("prince",),
    ("child", "damsel"),
    (
        "queen",
        "bishop",
        "dwarf",
        "sage",
        "horse",
        "holy-grail",
        "merlin",
        "magician",
        "princess",
        "elf",
        "witch",
        "hermit",
        "druid",
    ),
)
DENIZENS = tuple(denizen for place in ORDER for denizen in place)

#: Who answers a single die, face by face.
SELF, YOU, STAYS, FRIEND = "transports self", "transports you", "remains", "befriends"
TABLES = {
    "rogue": ("betrays",) * 3 + ("gives key",) * 3,
    "arch-mage": (YOU, YOU, SELF, SELF, FRIEND, FRIEND),
    "magician": ("storm",) * 2 + (STAYS,) * 2 + (FRIEND,) * 2,
    "horse": ("north", "north", "south", "south", "east", "west"),
    "merlin": (SELF, SELF, STAYS, STAYS, "gives shield", "gives shield"),
    "elf": (SELF,) * 3 + ("gives wand",) * 3,
    "witch": (SELF, SELF, STAYS, STAYS, "gives potion", "gives potion"),
    "hermit": (SELF, STAYS, STAYS, STAYS, "gives blessing", "gives blessing"),
    "druid": (STAYS,) * 4 + ("gives golden-bough",) * 2,
}
#: Who answers a die with the Knight's prowess added: the lowest total that wins him, her or it over.
NEEDED = {"prince": 8, "princess": 9, "holy-grail": 9}
ALWAYS = ("queen", "bishop", "dwarf", "sage", "child", "damsel")

#: What things lend: strength, prowess.
THINGS = {
    "lance": (1, 0),
    "shield": (1, 0),
    "armour": (2, 0),
    "potion": (1, 0),
    "ring": (0, 1),
    "key": (0, 0),
    "wand": (0, 0),
    "golden-bough": (0, 0),
}
#: Denizen and thing that are one card.
GIVES = {
    "wizard": "lance",
    "merlin": "shield",
    "dwarf": "armour",
    "witch": "potion",
    "bishop": "ring",
    "rogue": "key",
    "elf": "wand",
    "druid": "golden-bough",
    "hermit": "blessing",
}
#: Who does not guard what lies loose.
NO_GUARDS = ("bishop", "holy-grail", "horse", "princess", "queen")
STEPS = {"north": ("N", 0, 1), "east": ("E", 1, 0), "south": ("S", 0, -1), "west": ("W", -1, 0)}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
