"""Names of fields as the rules document has them."""

from collections.abc import Mapping

OF_CHARACTER: Mapping[str, str] = {"pc": "character", "char": "character"}
"""The document tells PCs from other characters; at a table one name will do."""
