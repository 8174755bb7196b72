"""Writes German sheets, and prints what Python's decimal makes of them: prices, and sales in USD at the rate of their day."""

import csv, json, sys
from decimal import Decimal, ROUND_HALF_UP

folder, niche = sys.argv[1] + "/", sys.argv[2]
EUR, GBP = {1: "1.0837", 16: "1.0912"}, {1: "1.2719", 16: "1.2655"}
CURRENCIES, REGIONS = [EUR, GBP, {1: "1", 16: "1"}], ["DE", "GB", "US"]
IDS = [str(1729384756000000000 + at * 37) for at in range(1, 13)]
PRICES = {one: Decimal(at) * Decimal("117.45") for at, one in enumerate(IDS, 1)}

def german(amount): return f"{amount:,.2f}".translate(str.maketrans(".,", ",."))
def rounded(amount, places): return amount.quantize(Decimal(places), ROUND_HALF_UP)

def sheet(file, *lines):
    with open(folder + file, "w", encoding="cp1252", newline="") as target: csv.writer(target, delimiter=";").writerows(lines)

usd, week, local = {}, {}, []
for day in range(1, 31):
    for at, one in enumerate(IDS):
        seller = (day + at * 5) % 7 % 3
        units, amount = at % 3 + 1, Decimal(day * 100 * (at + 3) + at * 37) / 100
        rate = Decimal(CURRENCIES[seller][1 if day < 16 else 16])
        usd[one, REGIONS[seller]] = usd.get((one, REGIONS[seller]), 0) + rounded(amount * rate, "0.0001")
        if 22 <= day <= 28: week[one] = week.get(one, 0) + rounded(amount * rate, "0.0001")
        local.append([f"{day}-{at}", f"{day:02d}.06.2026", 900 + seller, "live" if at % 4 else "video", f"50{at}", one, niche, units, german(amount)])

sheet("artikel.csv", ["Sortiment Gesichtspflege"], ["Stand: 30.06.2026"], [], ["Artikelnummer", "Produktname", "Verkaufspreis", "Händler"],
    *[[one, f"Öl-Serum Größe {at}", german(PRICES[one]) + " €", "Bär & Söhne"] for at, one in enumerate(IDS, 1)])
sheet("umsatz.csv", ["Positionsnummer", "Datum", "Creator ID", "Kanal", "Inhalt ID", "Artikelnummer", "Kategorie ID", "Menge", "Umsatz"], *local)
sheet("preise.csv", ["Artikelnummer", "Verkaufspreis"], [IDS[10], "1.199,95 €"])

def write(file, rows): open(folder + file, "w").write("\n".join(map(json.dumps, rows)))
write("rates.ndjson", [{"date": f"2026-06-{day:02d}", "currency": code, "usd": rates[day]}
    for code, rates in zip(["EUR", "GBP", "USD"], CURRENCIES) for day in rates])
write("creators.ndjson", [{"uid": str(900 + at), "unique_id": f"seller{at}", "nickname": f"Seller {at}", "region": region} for at, region in enumerate(REGIONS)])

def both(price): return {"floor_price": str(price), "usd_price": str(rounded(price * Decimal(EUR[16]), "0.01"))}
def total(of): return str(rounded(sum(amount for key, amount in usd.items() if of(key)), "0.01"))
print(json.dumps({
    "prices": {one: both(price) for one, price in PRICES.items()}, "changed": [IDS[10], both(Decimal("1199.95"))],
    "sales": {one: total(lambda key: key[0] == one) for one in IDS},
    "regions": [total(lambda key: key[1] == region) for region in REGIONS], "all": total(lambda key: True),
    "week": [str(rounded(week[one], "0.01")) for one in IDS],
}))
