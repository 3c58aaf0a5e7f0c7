"""Named to pytest before nbval (Makefile, `notebooks`), whose import takes a second, most of it for a grammar nobody asks for."""

from tutor.content.lessons.building import spare_address_grammar

spare_address_grammar()
