/**
 * Properties of the goods of the built-in product categories, in the order of the category tree. A line without
 * indentation is a level 1 category with its share of the shops. An indented line is a level 2 category with the feature
 * group of its goods (features.ts) and, for each of its level 3 categories, the median price in USD and the size kind
 * (sizes.ts). `@group` overrides the feature group of a level 3 category; `*season` is the season in which it sells
 * (calendar.ts).
 */
export const GOODS_TABLE = `
Beauty & Personal Care: 17
  Makeup [makeup]: 9 g4, 15 ml30, 11 ml10 @lashes, 17 none
  Skincare [skincare]: 19 ml30, 14 ml50 *summer, 12 x10, 17 ml50
  Hair Care [haircare]: 11 ml400, 14 ml100, 13 ml250, 10 none
  Fragrance [fragrance]: 38 ml100, 12 ml250, 7 ml50, 9 ml10
  Bath & Body [bodycare]: 10 ml400, 7 ml500, 6 ml50, 11 g250
Womenswear & Underwear: 14
  Dresses [womenswear]: 29 fit *summer, 24 fit *summer, 62 fit @evening, 34 fit @knit *winter
  Tops [womenswear]: 19 fit, 12 fit *summer, 26 fit @knit, 9 fit *summer
  Bottoms [womenswear]: 33 fit @jeans, 20 fit, 14 fit @sportswear, 25 fit
  Lingerie [underwear]: 16 fit, 9 x5, 24 fit, 22 fit
  Outerwear [outerwear]: 64 fit, 48 fit, 69 fit *winter, 44 fit
Menswear & Underwear: 7
  T-Shirts & Polos [menswear]: 14 fit, 22 fit, 18 fit, 13 fit *summer
  Shirts [menswear]: 28 fit, 30 fit *summer, 27 fit *winter, 33 fit
  Trousers [menswear]: 32 fit, 34 fit, 27 fit, 19 fit *summer
  Jackets [outerwear]: 52 fit, 33 fit, 39 fit, 119 fit
  Men’s Underwear [underwear]: 17 x5, 14 x5, 11 x3, 10 x6
Kids’ Fashion: 3.5
  Girls’ Clothing [kidswear]: 18 kids, 12 kids, 14 kids, 16 kids
  Boys’ Clothing [kidswear]: 11 kids, 13 kids, 25 kids, 20 kids
  Baby Clothing [kidswear]: 14 infant, 12 infant, 7 infant, 8 infant
  Kids’ Shoes [shoes]: 26 shoek, 18 shoek *summer, 31 shoek *winter, 22 shoek
  Kids’ Accessories [kidswear]: 5 x10, 22 none, 9 none *summer, 17 kids
Shoes: 4.5
  Women’s Shoes [shoes]: 42 shoew, 29 shoew, 46 shoew, 55 shoew *winter
  Men’s Shoes [shoes]: 49 shoem, 68 shoem, 54 shoem, 79 shoem
  Sandals & Slippers [shoes]: 15 shoew *summer, 9 shoew *summer, 29 shoem *summer, 13 shoew
  Athletic Shoes [shoes]: 66 shoem, 78 shoem, 59 shoem, 84 shoem
  Shoe Care [care]: 9 none, 4 none, 10 ml100 @cleaning, 8 x3
Fashion Accessories: 4
  Eyewear [accessory]: 18 none *summer, 15 none, 12 none, 8 none
  Hats & Caps [accessory]: 16 none, 14 none *summer, 13 none *winter, 17 none *summer
  Scarves & Gloves [accessory]: 22 none, 28 none *winter, 15 none *winter, 24 none
  Watches [accessory]: 58 none, 84 none, 29 none, 13 none
  Hair Accessories [accessory]: 5 x3, 6 none, 5 x6, 38 none
Jewelry: 3
  Necklaces [jewelry]: 24 none, 46 none, 15 none, 28 none
  Earrings [jewelry]: 14 none, 16 none, 19 none, 10 none
  Rings [jewelry]: 145 none, 18 none, 34 none, 88 none
  Bracelets [jewelry]: 21 none, 29 none, 12 none, 13 none
  Jewelry Care [decor]: 22 none, 6 x3, 8 none, 16 none
Luggage & Bags: 3.5
  Handbags [bags]: 26 none, 32 none, 39 none, 29 none
  Backpacks [bags]: 31 none, 44 none, 62 none, 24 none
  Travel Luggage [bags]: 79 none, 118 none, 36 none, 19 x6
  Wallets [bags]: 15 none, 24 none, 9 none, 12 none
  Functional Bags [bags]: 17 none, 13 none, 14 none, 27 none
Phones & Electronics: 7
  Phone Accessories [charging]: 12 none @phonecase, 17 none, 29 mah, 8 x2 @phonecase
  Audio [audio]: 34 none, 58 none, 41 none, 46 none @gadget
  Wearables [wearable]: 89 none, 45 none, 168 none, 210 none
  Cameras [gadget]: 175 none, 27 none, 32 none, 79 none
  Gaming [gaming]: 39 none, 54 none, 138 none, 13 none
Computers & Office Equipment: 3
  Computers [computer]: 640 gb, 240 gb, 310 gb, 165 inch
  Computer Accessories [peripheral]: 42 none, 23 none, 38 none, 25 none
  Storage & Network [peripheral]: 12 gb, 84 tb, 62 none, 16 gb
  Office Equipment [office]: 118 none, 36 none, 64 none, 148 none
  Stationery [stationery]: 7 none, 6 x12, 14 none, 4 x6
Household Appliances: 4.5
  Kitchen Appliances [appliance]: 84 liter, 46 liter, 58 liter, 31 liter
  Cleaning Appliances [appliance]: 119 none, 239 none, 89 none, 42 none
  Climate [climate]: 39 none *summer, 109 none, 37 liter *winter, 54 none *winter
  Personal Appliances [beautytech]: 38 none, 35 none, 47 none, 34 none
  Large Appliances [appliance]: 148 liter, 390 kg8, 365 none, 330 inch50 @television
Kitchenware: 4.5
  Cookware [kitchen]: 28 cm28, 34 cm28, 39 liter, 62 liter
  Knives & Tools [kitchen]: 33 cm20, 21 none, 7 none, 11 none
  Tableware [kitchen]: 16 x4, 27 x6, 29 x24, 9 x10
  Drinkware [drinkware]: 17 ml750, 11 ml350, 21 ml500, 24 ml750
  Baking [kitchen]: 12 cm24, 10 none, 8 none, 13 none
Home Supplies: 6
  Storage [home]: 17 liter30, 12 x6, 14 x20, 27 none
  Cleaning [cleaning]: 13 l3, 9 x10 @textile, 24 none @home, 6 ml500
  Home Decor [decor]: 15 none, 24 none, 19 none, 13 none
  Lighting [lighting]: 17 m5, 29 none, 14 none, 15 m10
  Bathroom [bathroom]: 28 none, 18 cm60 @textile, 16 cm70 @textile, 14 none
Textiles & Soft Furnishings: 2.5
  Bedding [textile]: 29 bed, 42 bed, 22 pillow, 88 bed
  Curtains [curtain]: 31 curtain, 19 curtain, 17 none, 27 none
  Rugs [textile]: 68 rug, 16 cm60, 28 none, 19 cm60
  Blankets [textile]: 27 throw *winter, 54 throw, 21 throw *winter, 29 none *winter
  Covers [textile]: 34 none, 11 cushion, 22 x4, 18 none
Furniture: 2.2
  Living Room [furniture]: 420 none, 118 none, 148 none, 94 none
  Bedroom [furniture]: 230 bed, 72 none, 260 none, 165 none
  Home Office [furniture]: 145 none, 128 none, 185 none, 29 none
  Outdoor Furniture [outdoorfurniture]: 64 none *summer, 44 none *summer, 119 none *summer, 32 none *summer
  Dining Room [furniture]: 265 none, 78 none, 69 none, 210 none
Tools & Hardware: 2.5
  Power Tools [tools]: 79 none, 58 none, 88 none, 36 none
  Hand Tools [tools]: 24 none, 16 none, 13 none, 9 m5
  Garden Tools [garden]: 31 m20 *summer, 17 none *summer, 179 none *summer, 14 liter *summer
  Hardware [tools]: 38 none, 8 x100, 9 x10, 10 x4
  Measuring [tools]: 52 none, 27 none, 14 none, 18 none
Home Improvement: 2.2
  Paint & Wallpaper [wall]: 27 none, 34 l5, 11 none, 15 none
  Electrical [electrical]: 18 m3, 19 none, 9 x4, 12 none
  Plumbing [bathroom]: 54 none, 34 none, 129 none, 9 none
  Security [smarthome]: 48 none, 79 none, 118 none @lock, 24 none @electrical
  Flooring [wall]: 58 none, 27 none, 39 none, 44 none
Automotive & Motorcycle: 2.8
  Car Interior [car]: 46 none, 17 none, 8 x3 @fragrance, 16 none
  Car Electronics [carelectronics]: 69 none, 16 none, 38 none, 74 none
  Car Care [carcare]: 16 g250, 12 l1, 39 none @carelectronics, 14 ml100
  Motorcycle [motorcycle]: 88 none, 27 none, 24 none, 18 none
  Spare Parts [carparts]: 19 none, 38 x4, 34 x2, 36 l5 @carcare
Sports & Outdoor: 5
  Fitness [fitness]: 27 none, 39 kg10, 15 x5, 11 m3
  Sportswear [sportswear]: 24 fit, 29 fit, 52 fit, 34 fit *summer
  Camping [camping]: 119 none *summer, 49 none *summer, 37 none *summer, 24 none *summer
  Cycling [cycling]: 44 none, 21 none, 26 none, 42 fit
  Ball Sports [sports]: 24 none, 27 none, 38 none, 84 none
Toys & Hobbies: 3.8
  Building Toys [toys]: 24 none, 32 x60, 36 none, 17 none
  Dolls & Plush [toys]: 18 cm30 @plush, 21 none, 12 none, 29 none
  Remote Control [remotetoys]: 39 none, 128 none, 46 none, 52 none
  Games [games]: 29 none, 7 none, 12 x10, 9 none
  Crafts [craft]: 15 cm40, 23 none, 9 none, 17 cm40
Baby & Maternity: 3
  Feeding [baby]: 12 ml250, 89 none, 8 x3, 79 none
  Diapering [diaper]: 27 x60, 9 x80, 15 none @textile, 44 none @bags
  Baby Travel [babytravel]: 189 none, 54 none, 148 none, 98 none
  Nursery [baby]: 210 none, 72 none @smarthome, 19 none, 44 none
  Maternity [maternity]: 24 fit, 32 fit, 44 none, 23 fit
Food & Beverages: 5.5
  Snacks [snack]: 3.2 g150, 5.5 g100, 7.5 g250, 4.2 g250
  Instant Food [instant]: 6 x5, 5.2 x6, 7.8 x4, 5.9 x4
  Beverages [drink]: 13 g500, 8.5 g100, 4.8 l1, 7 x10
  Seasonings [pantry]: 5.8 g250, 4.9 ml500, 13 ml500, 11 g500
  Fresh Food [fresh]: 12 kg1, 24 kg1, 11 g250, 8 g250
Health: 3.8
  Supplements [supplement]: 17 x90, 27 g250, 36 kg1, 18 x120
  Medical Supplies [medical]: 9 x50, 14 none, 24 none, 39 none
  Massage [massage]: 74 none, 48 none, 64 none, 29 none
  Oral Care [oral]: 6 ml100, 25 x14, 44 none @beautytech, 8 ml500
  Slimming [diet]: 32 g500, 12 x20, 24 fit @sportswear, 27 none @gadget
Pet Supplies: 3
  Dog Supplies [pet]: 34 kg5 @petfood, 16 none, 42 none, 11 none
  Cat Supplies [pet]: 26 kg3 @petfood, 16 kg10 @litter, 68 none, 8 x5
  Pet Grooming [petcare]: 13 none, 11 ml400, 12 none @care, 74 none
  Aquarium [aquarium]: 79 liter30, 27 none, 8 g100 @petfood, 32 none
  Pet Travel [pet]: 46 none, 98 none, 13 none, 17 none
Muslim Fashion: 1.6
  Hijabs [modest]: 9 none, 11 none, 12 none, 15 none
  Women’s Modest Wear [modest]: 39 fit, 32 fit, 46 fit, 27 fit
  Men’s Modest Wear [modest]: 24 fit, 14 none, 8 none, 36 fit
  Prayer Equipment [prayer]: 28 none, 19 none, 9 none, 17 none
  Kids’ Modest Wear [modest]: 8 kids, 22 kids, 18 kids, 21 kids
Books, Magazines & Audio: 1.8
  Fiction [book]: 12 none, 15 none, 13 none, 9 none
  Non-Fiction [book]: 16 none, 24 none, 19 none, 21 none
  Children’s Books [kidsbook]: 13 none, 8 none, 11 none, 18 none
  Education [textbook]: 24 none, 28 none, 22 none, 13 none
  Music & Film [music]: 31 none, 15 none, 14 none, 18 none
Collectibles: 1.4
  Trading Card Collecting [collectible]: 68 none, 8 none, 9 x100 @stationery, 27 none @stationery
  Figures [collectible]: 64 none, 24 none, 92 none, 46 none
  Coins & Stamps [collectible]: 48 none, 22 none, 29 none, 24 none @stationery
  Art [art]: 27 none, 165 none, 54 none, 128 none
  Memorabilia [collectible]: 88 none, 118 none, 19 none, 39 none
Musical Instruments: 1
  Guitars [instrument]: 158 none, 265 none, 52 none, 12 none
  Keyboards [instrument]: 460 none, 44 none @gadget, 32 none, 119 none
  Percussion [instrument]: 420 none, 98 none, 340 none, 14 none
  Wind & Strings [instrument]: 145 none, 168 none, 27 none, 390 none
  Recording [studio]: 118 none, 174 none, 34 none @gadget, 22 none @gadget
Party & Seasonal: 1.6
  Party Decor [party]: 8 x50, 9 none, 19 none, 7 none
  Christmas [christmas]: 74 none *christmas, 22 m10 *christmas, 15 x24 *christmas, 13 none *christmas
  Costumes [party]: 34 none *halloween, 24 none, 12 none, 11 none
  Gifts [gift]: 9 x5, 4 x10, 7 none, 6 m20
  Wedding [party]: 32 none, 28 x20, 24 none, 8 none
Pre-Owned: 1.1
  Pre-Owned Bags [preowned]: 390 none, 185 none, 94 none, 430 none
  Pre-Owned Clothing [preowned]: 38 none, 240 none, 44 none, 29 none
  Pre-Owned Watches [preowned]: 1450 none, 210 none, 138 none, 165 none
  Pre-Owned Electronics [preowned]: 245 gb, 360 gb, 89 none, 168 none
  Pre-Owned Jewelry [preowned]: 58 none, 320 none, 84 none, 540 none
`;
