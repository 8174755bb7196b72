# %% [markdown]
# Which categories of creators sell by videos, and which by live streams?
# And how have the largest ones done, month by month?

# %%
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd

from commerce_analytics import CommerceClient

client = CommerceClient()

# %% The last complete months, newest first, and all rows of their rankings
periods = client.list_ranking_periods({"filter": {"ranking": "topEcommerce", "date_type": "month"}})["list"]
months = [period["date_value"] for period in periods if period["complete"]][:6]
if not months:
    sys.exit("No month is complete yet.")
rows = pd.concat(
    client.export_top_ecommerce_creators(
        {
            "filter": {"date_info": {"type": "month", "value": month}},
            "fields": ["category.name", "creator_usd_gmv", "video_usd_gmv", "live_usd_gmv"],
        }
    )
    .to_pandas()
    .assign(month=month)
    for month in months
)

# %% The ten categories with most sales in the last month
of_last_month = rows[rows["month"] == months[0]].groupby("category.name")
best = of_last_month[["creator_usd_gmv", "video_usd_gmv", "live_usd_gmv"]].sum()
best = best.sort_values("creator_usd_gmv", ascending=False).head(10)
print(months[0])
for name, gmv in best["creator_usd_gmv"].items():
    print(f"{name}: {gmv:.0f} USD")

# %% Sales by videos and by live streams, and the five largest month by month
plt.style.use("seaborn-v0_8-whitegrid")
figure, (bars, lines) = plt.subplots(1, 2, figsize=(13, 5.2), layout="constrained")

millions = best.iloc[::-1] / 1e6
bars.barh(millions.index, millions["video_usd_gmv"], color="#4477aa", label="videos")
bars.barh(
    millions.index, millions["live_usd_gmv"], left=millions["video_usd_gmv"], color="#ee6677", label="live streams"
)
bars.set(title=f"Sales by creators' category, {months[0]}", xlabel="GMV, million USD")
bars.grid(axis="y", visible=False)
bars.legend(loc="lower right")

by_month = rows.pivot_table(index="month", columns="category.name", values="creator_usd_gmv", aggfunc="sum")
for name, color in zip(best.index[:5], ["#4477aa", "#ee6677", "#228833", "#aa3377", "#ccbb44"], strict=False):
    lines.plot(by_month.index, by_month[name] / 1e6, marker="o", color=color, label=name)
lines.set(title="The five largest, month by month", ylabel="GMV, million USD", ylim=(0, None))
lines.legend()

figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "sales-by-category.png", dpi=100)
