"""Reads amounts, days and moments from CSV files on its own, for values.proof-spec.ts."""

import csv, json, re, sys
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from zoneinfo import ZoneInfo

POWERS = {"k": 3, "K": 3, "M": 6, "B": 9, "万": 4, "亿": 8}


def number(text, mark):
    text = re.sub(r"US\$|USD|EUR|£|GBP|€|\$|[\s'’]", "", text)
    power = 10 ** POWERS.get(text[-1], 0)
    text = text.rstrip("".join(POWERS))
    text = text.replace("," if mark == "." else ".", "").replace(",", ".")
    return float(Decimal(text) * power)


def clock(text, style):
    if style == "excel":
        return datetime(1899, 12, 30) + timedelta(seconds=round(float(text) * 86400))
    day, _, time = text.partition(" ")
    parts = dict(zip(style, map(int, re.split(r"[/.-]", day))))
    half = time[-2:] if time[-1:] == "M" else ""
    hours = [int(part) for part in time.replace(half, "").strip().split(":")] if time else [0]
    if half:
        hours[0] = hours[0] % 12 + (12 if half == "PM" else 0)
    try:
        return datetime(parts["y"], parts["m"], parts["d"], *hours)
    except ValueError:
        return None


def moment(text, style, zone):
    local = clock(text, style)
    if local is None:
        return None
    utc = local.replace(tzinfo=ZoneInfo(zone)).astimezone(timezone.utc)
    back = utc.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return int(utc.timestamp()) if back == local else None


for spec in json.load(sys.stdin):
    with open(spec["path"], encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=spec["delimiter"]))
    read = []
    for row in rows:
        day = clock(row["date"], spec["dates"])
        read.append([number(row["gmv"], spec["decimal"]), day and day.strftime("%Y-%m-%d"), moment(row["at"], spec["dates"], spec["zone"])])
    print(json.dumps(read))
