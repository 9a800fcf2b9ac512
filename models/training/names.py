"""Writes the simulator's table of names: names.py > simulator/names.json

Run manually, with Faker 40.54.0 installed (MIT licence, https://github.com/joke2k/faker; its lists are
compiled from public statistics of the countries). Japanese names come with their reading; the others
are romanised by the simulator.
"""

import json
import random
from importlib import import_module

from faker import Faker

# The locale of each pool. Several countries share one.
LOCALES = {
    "ja": "ja_JP", "ko": "ko_KR", "zh": "zh_CN", "zhTw": "zh_TW", "th": "th_TH",
    "id": "id_ID", "enIn": "en_IN", "hi": "hi_IN", "ta": "ta_IN", "bn": "bn_BD", "ne": "ne_NP",
    "enPk": "en_PK", "si": "si_LK", "tr": "tr_TR", "el": "el_GR", "uk": "uk_UA", "bg": "bg_BG",
    "mk": "mk_MK", "ru": "ru_RU", "hr": "hr_HR", "sl": "sl_SI", "sk": "sk_SK", "cs": "cs_CZ",
    "hu": "hu_HU", "et": "et_EE", "lv": "lv_LV", "lt": "lt_LT", "ka": "ka_GE", "hy": "hy_AM",
    "az": "az_AZ", "uz": "uz_UZ", "fa": "fa_IR", "he": "he_IL", "ar": "ar_SA", "arDz": "ar_DZ",
    "arAa": "ar_AA", "is": "is_IS", "enNg": "en_NG", "tw": "tw_GH", "enKe": "en_KE", "zu": "zu_ZA",
    "esMx": "es_MX", "esAr": "es_AR", "esCl": "es_CL", "esCo": "es_CO", "frCa": "fr_CA",
}  # fmt: skip
FIRST, LAST = 100, 160
DRAWS = 6000


def japanese() -> dict[str, str]:
    provider = import_module("faker.providers.person.ja_JP").Provider
    first = list(provider.first_name_male_pairs) + list(provider.first_name_female_pairs)
    pairs = {"first": first, "last": list(provider.last_name_pairs)}
    return {
        part: "|".join(f"{kanji}/{romaji.lower()}" for kanji, _, romaji in names[:LAST])
        for part, names in pairs.items()
    }


def drawn(fake: Faker, one: str, most: int) -> str:
    names: dict[str, None] = {}
    for _ in range(DRAWS):
        name = getattr(fake, one)().strip()
        if name and len(name) <= 24:
            names[name] = None
        if len(names) == most:
            break
    return "|".join(names)


def pool(locale: str) -> dict:
    if locale == "ja_JP":
        return japanese()
    random.seed(locale)
    fake = Faker(locale)
    fake.seed_instance(locale)
    return {"first": drawn(fake, "first_name", FIRST), "last": drawn(fake, "last_name", LAST)}


if __name__ == "__main__":
    table = {
        "source": "Faker 40.54.0, https://github.com/joke2k/faker",
        "licence": "MIT (Copyright (c) 2012 Daniele Faraglia); changed: a selection",
        "pools": {name: pool(locale) for name, locale in LOCALES.items()},
    }
    print(json.dumps(table, ensure_ascii=False, indent=2))
