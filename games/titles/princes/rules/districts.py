"""The map: the fifteen districts of Machu Picchu and the ways between them (PRI 4)."""

from __future__ import annotations

from .data import WAYS
from .goods import GOODS

CORN_TERRACES = "CT"
LLAMA_PASTURE = "LP"
COCA_PLANTATION = "CO"
POTTERS_QUARTER = "PQ"
WEAVERS_QUARTER = "WQ"
CONDOR_TEMPLE = "TC"
PUMA_TEMPLE = "TP"
SUN_TEMPLE = "TS"
MAIN_TEMPLE = "MT"
WATCHMANS_HUT = "WH"
ROYAL_PALACE = "RP"
HOUSE_OF_PRIESTS = "HP"
HOUSE_OF_VIRGINS = "HV"
CENTRAL_PLAZA = "CP"
SUNDIAL = "SD"

PRODUCTION = (CORN_TERRACES, LLAMA_PASTURE, COCA_PLANTATION, POTTERS_QUARTER, WEAVERS_QUARTER)
"""The production districts, in the order of the goods they yield."""
TEMPLES = (CONDOR_TEMPLE, PUMA_TEMPLE, SUN_TEMPLE, MAIN_TEMPLE)
DISTRICTS = (
    *PRODUCTION,
    *TEMPLES,
    WATCHMANS_HUT,
    ROYAL_PALACE,
    HOUSE_OF_PRIESTS,
    HOUSE_OF_VIRGINS,
    CENTRAL_PLAZA,
    SUNDIAL,
)
"""All districts, in the order used in every list."""

PRODUCTION_INDEX = {district: index for index, district in enumerate(PRODUCTION)}
TEMPLE_INDEX = {district: index for index, district in enumerate(TEMPLES)}
GOOD_OF = dict(zip(PRODUCTION, GOODS, strict=True))

NEAR = {district: tuple(other for other in DISTRICTS if other in WAYS[district]) for district in DISTRICTS}
"""For each district, its neighbours: a prince there can walk to them."""
FAR = {
    district: tuple(other for other in DISTRICTS if other != district and other not in NEAR[district])
    for district in DISTRICTS
}
"""For each district, all others but its neighbours: a prince there can reach them for a llama."""
