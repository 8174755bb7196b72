/**
 * The built-in product categories, `English/Chinese`. A line without indentation is a category of level 1. An indented line
 * is one of level 2, followed by a colon and its categories of level 3. The position of a name decides its id, so new lines
 * and names are appended.
 */
export const PRODUCT_CATEGORY_TEXT = `
Beauty & Personal Care/美妆个护
  Makeup/彩妆: Lipstick/口红, Foundation/粉底液, Mascara/睫毛膏, Eyeshadow/眼影
  Skincare/护肤: Face Serum/面部精华, Sunscreen/防晒霜, Face Mask/面膜, Moisturizer/保湿霜
  Hair Care/护发: Shampoo/洗发水, Hair Oil/护发精油, Hair Mask/发膜, Hair Dye/染发剂
  Fragrance/香水香氛: Perfume/香水, Body Mist/身体喷雾, Deodorant/止汗露, Essential Oil/精油
  Bath & Body/身体护理: Body Lotion/身体乳, Shower Gel/沐浴露, Hand Cream/护手霜, Body Scrub/磨砂膏
Womenswear & Underwear/女装与内衣
  Dresses/连衣裙: Maxi Dress/长裙, Mini Dress/短裙, Evening Dress/晚礼服, Knit Dress/针织连衣裙
  Tops/上衣: Blouse/衬衫, Crop Top/短款上衣, Cardigan/开衫, Tank Top/背心
  Bottoms/下装: Jeans/牛仔裤, Skirt/半身裙, Leggings/打底裤, Wide Leg Pants/阔腿裤
  Lingerie/内衣: Bra/文胸, Panties/内裤, Shapewear/塑身衣, Sleepwear/睡衣
  Outerwear/外套: Trench Coat/风衣, Blazer/西装外套, Puffer Jacket/羽绒服, Denim Jacket/牛仔外套
Menswear & Underwear/男装与男士内衣
  T-Shirts & Polos/T恤与Polo衫: T-Shirt/T恤, Polo Shirt/Polo衫, Henley Shirt/亨利衫, Muscle Tee/无袖T恤
  Shirts/男士衬衫: Dress Shirt/正装衬衫, Linen Shirt/亚麻衬衫, Flannel Shirt/法兰绒衬衫, Denim Shirt/牛仔衬衫
  Trousers/裤装: Chinos/休闲裤, Cargo Pants/工装裤, Joggers/束脚裤, Shorts/短裤
  Jackets/夹克: Bomber Jacket/飞行夹克, Hoodie/连帽衫, Windbreaker/防风衣, Leather Jacket/皮夹克
  Men’s Underwear/男士内衣: Boxers/平角裤, Briefs/三角裤, Undershirt/打底背心, Socks/袜子
Kids’ Fashion/童装
  Girls’ Clothing/女童服装: Girls’ Dress/女童连衣裙, Girls’ Top/女童上衣, Girls’ Skirt/女童半裙, Girls’ Pajamas/女童睡衣
  Boys’ Clothing/男童服装: Boys’ T-Shirt/男童T恤, Boys’ Shorts/男童短裤, Boys’ Jacket/男童外套, Boys’ Set/男童套装
  Baby Clothing/婴儿服装: Romper/连体衣, Bodysuit/包屁衣, Baby Hat/婴儿帽, Baby Socks/婴儿袜
  Kids’ Shoes/童鞋: Kids’ Sneakers/儿童运动鞋, Kids’ Sandals/儿童凉鞋, Kids’ Boots/儿童靴子, First Walkers/学步鞋
  Kids’ Accessories/儿童配饰: Hair Clips/儿童发夹, Kids’ Backpack/儿童书包, Kids’ Sunglasses/儿童太阳镜, Kids’ Raincoat/儿童雨衣
Shoes/鞋靴
  Women’s Shoes/女鞋: High Heels/高跟鞋, Ballet Flats/平底鞋, Women’s Sneakers/女士运动鞋, Ankle Boots/短靴
  Men’s Shoes/男鞋: Loafers/乐福鞋, Oxfords/牛津鞋, Men’s Sneakers/男士运动鞋, Work Boots/工装靴
  Sandals & Slippers/凉鞋与拖鞋: Slides/一字拖, Flip-Flops/人字拖, Sport Sandals/运动凉鞋, House Slippers/家居拖鞋
  Athletic Shoes/专业运动鞋: Running Shoes/跑鞋, Basketball Shoes/篮球鞋, Football Boots/足球鞋, Hiking Shoes/登山鞋
  Shoe Care/鞋类护理: Insoles/鞋垫, Shoelaces/鞋带, Shoe Cleaner/洗鞋剂, Shoe Rack Bags/鞋袋
Fashion Accessories/时尚配饰
  Eyewear/眼镜: Sunglasses/太阳镜, Blue Light Glasses/防蓝光眼镜, Reading Glasses/老花镜, Glasses Case/眼镜盒
  Hats & Caps/帽子: Baseball Cap/棒球帽, Bucket Hat/渔夫帽, Beanie/毛线帽, Sun Hat/遮阳帽
  Scarves & Gloves/围巾手套: Silk Scarf/丝巾, Wool Scarf/羊毛围巾, Gloves/手套, Shawl/披肩
  Watches/手表: Women’s Watch/女表, Men’s Watch/男表, Digital Watch/电子表, Watch Strap/表带
  Hair Accessories/发饰: Claw Clip/抓夹, Headband/发箍, Scrunchie/发圈, Wig/假发
Jewelry/珠宝首饰
  Necklaces/项链: Pendant Necklace/吊坠项链, Pearl Necklace/珍珠项链, Choker/颈圈, Chain/链条
  Earrings/耳环: Stud Earrings/耳钉, Hoop Earrings/圈形耳环, Drop Earrings/吊坠耳环, Ear Cuff/耳骨夹
  Rings/戒指: Wedding Ring/婚戒, Stacking Ring/叠戴戒指, Signet Ring/图章戒指, Gemstone Ring/宝石戒指
  Bracelets/手链: Bangle/手镯, Charm Bracelet/串饰手链, Beaded Bracelet/串珠手链, Anklet/脚链
  Jewelry Care/珠宝护理: Jewelry Box/首饰盒, Polishing Cloth/擦银布, Ring Sizer/戒指圈, Jewelry Stand/首饰架
Luggage & Bags/箱包
  Handbags/手提包: Tote Bag/托特包, Crossbody Bag/斜挎包, Shoulder Bag/单肩包, Clutch/手拿包
  Backpacks/双肩包: School Backpack/书包, Laptop Backpack/电脑双肩包, Hiking Backpack/登山包, Mini Backpack/迷你双肩包
  Travel Luggage/旅行箱: Carry-On Suitcase/登机箱, Checked Suitcase/托运箱, Duffel Bag/行李袋, Packing Cubes/旅行收纳袋
  Wallets/钱包: Card Holder/卡包, Long Wallet/长款钱包, Coin Purse/零钱包, Passport Holder/护照夹
  Functional Bags/功能包: Belt Bag/腰包, Cosmetic Bag/化妆包, Lunch Bag/午餐包, Gym Bag/健身包
Phones & Electronics/手机与数码
  Phone Accessories/手机配件: Phone Case/手机壳, Charger/充电器, Power Bank/充电宝, Screen Protector/钢化膜
  Audio/音频设备: Earbuds/无线耳机, Headphones/头戴式耳机, Bluetooth Speaker/蓝牙音箱, Microphone/麦克风
  Wearables/智能穿戴: Smartwatch/智能手表, Fitness Tracker/运动手环, Smart Ring/智能戒指, Smart Glasses/智能眼镜
  Cameras/摄影摄像: Action Camera/运动相机, Tripod/三脚架, Ring Light/环形补光灯, Instant Camera/拍立得
  Gaming/游戏设备: Game Controller/游戏手柄, Gaming Headset/游戏耳机, Handheld Console/掌上游戏机, Mouse Pad/鼠标垫
Computers & Office Equipment/电脑与办公
  Computers/电脑整机: Laptop/笔记本电脑, Tablet/平板电脑, Mini PC/迷你主机, Monitor/显示器
  Computer Accessories/电脑配件: Keyboard/键盘, Mouse/鼠标, Webcam/摄像头, USB Hub/扩展坞
  Storage & Network/存储与网络: USB Flash Drive/U盘, External SSD/移动固态硬盘, Router/路由器, Memory Card/存储卡
  Office Equipment/办公设备: Printer/打印机, Label Maker/标签机, Paper Shredder/碎纸机, Projector/投影仪
  Stationery/文具: Notebook/笔记本, Gel Pen/中性笔, Planner/手账本, Sticky Notes/便利贴
Household Appliances/家用电器
  Kitchen Appliances/厨房电器: Air Fryer/空气炸锅, Blender/搅拌机, Rice Cooker/电饭煲, Electric Kettle/电热水壶
  Cleaning Appliances/清洁电器: Vacuum Cleaner/吸尘器, Robot Vacuum/扫地机器人, Steam Mop/蒸汽拖把, Garment Steamer/挂烫机
  Climate/环境电器: Fan/电风扇, Air Purifier/空气净化器, Humidifier/加湿器, Space Heater/取暖器
  Personal Appliances/个护电器: Hair Dryer/吹风机, Hair Straightener/直发器, Electric Shaver/剃须刀, Electric Toothbrush/电动牙刷
  Large Appliances/大家电: Mini Fridge/迷你冰箱, Washing Machine/洗衣机, Dishwasher/洗碗机, Smart TV/智能电视
Kitchenware/厨房用品
  Cookware/锅具: Frying Pan/平底锅, Wok/炒锅, Stock Pot/汤锅, Pressure Cooker/高压锅
  Knives & Tools/刀具厨具: Chef’s Knife/主厨刀, Cutting Board/砧板, Peeler/削皮器, Garlic Press/压蒜器
  Tableware/餐具: Dinner Plate/餐盘, Bowl Set/碗套装, Cutlery Set/刀叉套装, Chopsticks/筷子
  Drinkware/水具: Water Bottle/水杯, Coffee Mug/咖啡杯, Tumbler/保温杯, Teapot/茶壶
  Baking/烘焙用具: Cake Mould/蛋糕模具, Rolling Pin/擀面杖, Measuring Cup/量杯, Baking Mat/烘焙垫
Home Supplies/居家日用
  Storage/收纳整理: Storage Box/收纳箱, Drawer Organizer/抽屉收纳, Clothes Hanger/衣架, Shoe Rack/鞋架
  Cleaning/家庭清洁: Laundry Detergent/洗衣液, Microfiber Cloth/超细纤维布, Spray Mop/喷雾拖把, Dish Soap/洗洁精
  Home Decor/家居装饰: Scented Candle/香薰蜡烛, Wall Clock/挂钟, Vase/花瓶, Photo Frame/相框
  Lighting/灯具: LED Strip/LED灯带, Table Lamp/台灯, Night Light/小夜灯, String Lights/串灯
  Bathroom/浴室用品: Shower Head/花洒, Bath Mat/浴室地垫, Towel/毛巾, Soap Dispenser/皂液器
Textiles & Soft Furnishings/家纺布艺
  Bedding/床上用品: Bed Sheet/床单, Duvet Cover/被套, Pillow/枕头, Mattress Topper/床垫
  Curtains/窗帘: Blackout Curtain/遮光窗帘, Sheer Curtain/纱帘, Curtain Rod/窗帘杆, Roller Blind/卷帘
  Rugs/地毯: Area Rug/客厅地毯, Door Mat/门垫, Hallway Runner/走廊地毯, Kitchen Mat/厨房地垫
  Blankets/毛毯: Throw Blanket/盖毯, Weighted Blanket/重力毯, Fleece Blanket/抓绒毯, Wearable Blanket/懒人毯
  Covers/布艺套: Sofa Cover/沙发套, Cushion Cover/抱枕套, Chair Cover/椅套, Tablecloth/桌布
Furniture/家具
  Living Room/客厅家具: Sofa/沙发, Coffee Table/茶几, TV Stand/电视柜, Bookshelf/书架
  Bedroom/卧室家具: Bed Frame/床架, Nightstand/床头柜, Wardrobe/衣柜, Dressing Table/梳妆台
  Home Office/书房家具: Desk/书桌, Office Chair/办公椅, Gaming Chair/电竞椅, Monitor Stand/显示器支架
  Outdoor Furniture/户外家具: Garden Chair/花园椅, Hammock/吊床, Patio Table/庭院桌, Folding Chair/折叠椅
  Dining Room/餐厅家具: Dining Table/餐桌, Dining Chair/餐椅, Bar Stool/吧台椅, Sideboard/餐边柜
Tools & Hardware/五金工具
  Power Tools/电动工具: Cordless Drill/充电电钻, Angle Grinder/角磨机, Electric Saw/电锯, Heat Gun/热风枪
  Hand Tools/手动工具: Screwdriver Set/螺丝刀套装, Hammer/锤子, Pliers/钳子, Tape Measure/卷尺
  Garden Tools/园艺工具: Garden Hose/浇水软管, Pruning Shears/修枝剪, Lawn Mower/割草机, Watering Can/洒水壶
  Hardware/五金配件: Door Lock/门锁, Screws/螺丝, Hooks/挂钩, Hinges/铰链
  Measuring/测量工具: Laser Level/激光水平仪, Multimeter/万用表, Thermometer/温度计, Kitchen Scale/厨房秤
Home Improvement/家装建材
  Paint & Wallpaper/涂料墙纸: Wallpaper/墙纸, Wall Paint/墙面漆, Wall Sticker/墙贴, Tile Sticker/瓷砖贴
  Electrical/电工电料: Extension Cord/插线板, Smart Plug/智能插座, Light Bulb/灯泡, Light Switch/开关
  Plumbing/水暖管件: Faucet/水龙头, Water Filter/净水器, Kitchen Sink/水槽, Drain Cover/地漏
  Security/安防: Security Camera/监控摄像头, Video Doorbell/可视门铃, Smart Lock/智能锁, Smoke Detector/烟雾报警器
  Flooring/地面材料: Vinyl Flooring/地板革, Foam Tiles/泡沫地垫, Artificial Grass/人造草坪, Carpet Tiles/方块地毯
Automotive & Motorcycle/汽车与摩托车
  Car Interior/汽车内饰: Car Seat Cover/汽车座套, Phone Mount/车载手机支架, Car Air Freshener/车载香薰, Steering Wheel Cover/方向盘套
  Car Electronics/车载电器: Dash Cam/行车记录仪, Car Charger/车载充电器, Car Vacuum/车载吸尘器, Jump Starter/应急启动电源
  Car Care/汽车养护: Car Wax/车蜡, Car Shampoo/洗车液, Tire Inflator/充气泵, Scratch Remover/划痕修复剂
  Motorcycle/摩托车用品: Motorcycle Helmet/摩托车头盔, Riding Gloves/骑行手套, Rain Cover/车罩, Motorcycle Mirror/后视镜
  Spare Parts/汽车配件: Wiper Blade/雨刷, Brake Pads/刹车片, LED Headlight/LED大灯, Engine Oil/机油
Sports & Outdoor/运动与户外
  Fitness/健身器材: Yoga Mat/瑜伽垫, Dumbbell/哑铃, Resistance Band/弹力带, Jump Rope/跳绳
  Sportswear/运动服饰: Sports Bra/运动内衣, Gym Leggings/健身裤, Tracksuit/运动套装, Swimsuit/泳衣
  Camping/露营装备: Tent/帐篷, Sleeping Bag/睡袋, Camping Stove/露营炉, Camping Lantern/露营灯
  Cycling/骑行装备: Bike Helmet/自行车头盔, Bike Light/车灯, Bike Lock/车锁, Cycling Jersey/骑行服
  Ball Sports/球类运动: Football/足球, Basketball/篮球, Badminton Racket/羽毛球拍, Tennis Racket/网球拍
Toys & Hobbies/玩具与爱好
  Building Toys/积木拼插: Building Blocks/积木, Magnetic Tiles/磁力片, Model Kit/拼装模型, Puzzle/拼图
  Dolls & Plush/玩偶毛绒: Plush Toy/毛绒玩具, Doll/娃娃, Blind Box/盲盒, Action Figure/手办
  Remote Control/遥控玩具: RC Car/遥控车, Drone/无人机, RC Boat/遥控船, Robot Toy/机器人玩具
  Games/桌游: Board Game/桌面游戏, Playing Cards/纸牌, Trading Cards/集换式卡牌, Dice Set/骰子
  Crafts/手工: Diamond Painting/钻石画, Crochet Kit/钩针套装, Slime/史莱姆, Paint by Numbers/数字油画
Baby & Maternity/母婴用品
  Feeding/喂养用品: Baby Bottle/奶瓶, Breast Pump/吸奶器, Baby Bib/围兜, High Chair/儿童餐椅
  Diapering/尿裤湿巾: Diapers/纸尿裤, Baby Wipes/婴儿湿巾, Changing Mat/隔尿垫, Diaper Bag/妈咪包
  Baby Travel/出行用品: Stroller/婴儿车, Baby Carrier/婴儿背带, Car Seat/安全座椅, Travel Cot/便携婴儿床
  Nursery/婴儿房: Crib/婴儿床, Baby Monitor/婴儿监视器, Swaddle Blanket/襁褓巾, Play Mat/爬行垫
  Maternity/孕产用品: Nursing Bra/哺乳内衣, Maternity Dress/孕妇裙, Pregnancy Pillow/孕妇枕, Belly Band/托腹带
Food & Beverages/食品饮料
  Snacks/休闲零食: Potato Chips/薯片, Chocolate/巧克力, Dried Fruit/果干, Cookies/饼干
  Instant Food/方便食品: Instant Noodles/方便面, Cup Soup/速食汤, Canned Fish/鱼罐头, Ready Meal/自热饭
  Beverages/饮料冲调: Coffee/咖啡, Green Tea/绿茶, Fruit Juice/果汁, Milk Tea/奶茶
  Seasonings/粮油调味: Chili Sauce/辣椒酱, Soy Sauce/酱油, Olive Oil/橄榄油, Honey/蜂蜜
  Fresh Food/生鲜食品: Fresh Fruit/新鲜水果, Seafood/海鲜, Cheese/奶酪, Sausage/香肠
Health/保健
  Supplements/营养补充: Vitamins/维生素, Collagen/胶原蛋白, Protein Powder/蛋白粉, Fish Oil/鱼油
  Medical Supplies/医疗用品: Face Masks/口罩, Thermometers/体温计, First Aid Kit/急救箱, Blood Pressure Monitor/血压计
  Massage/按摩器材: Massage Gun/筋膜枪, Neck Massager/颈部按摩仪, Foot Massager/足部按摩器, Acupressure Mat/按摩垫
  Oral Care/口腔护理: Toothpaste/牙膏, Teeth Whitening/牙齿美白, Water Flosser/冲牙器, Mouthwash/漱口水
  Slimming/体重管理: Meal Replacement/代餐, Herbal Tea/草本茶, Waist Trainer/束腰带, Body Scale/体重秤
Pet Supplies/宠物用品
  Dog Supplies/狗用品: Dog Food/狗粮, Dog Leash/牵引绳, Dog Bed/狗窝, Dog Toy/狗玩具
  Cat Supplies/猫用品: Cat Food/猫粮, Cat Litter/猫砂, Cat Tree/猫爬架, Cat Toy/猫玩具
  Pet Grooming/宠物美容: Pet Brush/宠物梳, Pet Shampoo/宠物沐浴露, Nail Clipper/指甲剪, Pet Dryer/宠物吹风机
  Aquarium/水族用品: Fish Tank/鱼缸, Aquarium Filter/过滤器, Fish Food/鱼食, Aquarium Light/水族灯
  Pet Travel/宠物出行: Pet Carrier/宠物背包, Pet Stroller/宠物推车, Pet Bowl/宠物碗, Pet Clothes/宠物衣服
Muslim Fashion/穆斯林时尚
  Hijabs/头巾: Square Hijab/方形头巾, Instant Hijab/便捷头巾, Pashmina/长披肩, Sports Hijab/运动头巾
  Women’s Modest Wear/女士长袍: Abaya/阿拜长袍, Gamis/印尼长裙, Kaftan/卡夫坦长袍, Tunic/长款上衣
  Men’s Modest Wear/男士长袍: Koko Shirt/科科衬衫, Sarong/纱笼, Peci Cap/佩西帽, Thobe/阿拉伯长袍
  Prayer Equipment/礼拜用品: Mukena/礼拜服, Prayer Mat/礼拜毯, Tasbih/念珠, Quran Stand/经书架
  Kids’ Modest Wear/儿童穆斯林服饰: Kids’ Hijab/儿童头巾, Kids’ Gamis/儿童长裙, Kids’ Koko Shirt/儿童科科衬衫, Kids’ Mukena/儿童礼拜服
Books, Magazines & Audio/图书音像
  Fiction/小说文学: Romance Novel/言情小说, Fantasy Novel/奇幻小说, Crime Novel/推理小说, Manga/漫画
  Non-Fiction/非虚构: Self-Help Book/自我提升, Cookbook/食谱, Biography/传记, Business Book/商业书籍
  Children’s Books/童书: Picture Book/绘本, Colouring Book/填色书, Activity Book/益智书, Pop-Up Book/立体书
  Education/教育学习: Language Course/语言教材, Exam Guide/考试辅导, Dictionary/词典, Workbook/练习册
  Music & Film/音乐影视: Vinyl Record/黑胶唱片, Music CD/音乐CD, Film DVD/电影光盘, Sheet Music/乐谱
Collectibles/收藏品
  Trading Card Collecting/卡牌收藏: Graded Card/评级卡, Booster Pack/补充包, Card Sleeve/卡套, Card Binder/卡册
  Figures/模型手办: Anime Figure/动漫手办, Die-Cast Car/合金车模, Statue/雕像, Gundam Kit/高达模型
  Coins & Stamps/钱币邮票: Commemorative Coin/纪念币, Stamp Set/邮票套装, Banknote/纸币, Coin Album/钱币册
  Art/艺术品: Art Print/艺术版画, Oil Painting/油画, Calligraphy/书法, Sculpture/雕塑
  Memorabilia/纪念品: Signed Photo/签名照, Sports Jersey/球星球衣, Film Poster/电影海报, Concert Merch/演唱会周边
Musical Instruments/乐器
  Guitars/吉他: Acoustic Guitar/木吉他, Electric Guitar/电吉他, Ukulele/尤克里里, Guitar Strings/吉他弦
  Keyboards/键盘乐器: Digital Piano/电钢琴, Keyboard Stand/琴架, Melodica/口风琴, MIDI Controller/MIDI键盘
  Percussion/打击乐器: Drum Kit/架子鼓, Cajon/箱鼓, Handpan/手碟, Drumsticks/鼓棒
  Wind & Strings/管弦乐器: Violin/小提琴, Flute/长笛, Harmonica/口琴, Saxophone/萨克斯
  Recording/录音设备: Audio Interface/声卡, Studio Monitor/监听音箱, Mic Stand/麦克风支架, Metronome/节拍器
Party & Seasonal/节庆派对
  Party Decor/派对装饰: Balloons/气球, Banner/横幅, Party Lights/派对灯, Cake Topper/蛋糕插牌
  Christmas/圣诞用品: Christmas Tree/圣诞树, Christmas Lights/圣诞灯, Ornaments/挂饰, Stocking/圣诞袜
  Costumes/服装道具: Halloween Costume/万圣节服装, Cosplay Wig/角色假发, Party Mask/派对面具, Face Paint/面部彩绘
  Gifts/礼品包装: Gift Box/礼盒, Greeting Card/贺卡, Wrapping Paper/包装纸, Ribbon/丝带
  Wedding/婚庆用品: Bridal Veil/头纱, Wedding Favors/伴手礼, Guest Book/签到本, Confetti/彩纸
Pre-Owned/二手商品
  Pre-Owned Bags/二手箱包: Designer Handbag/名牌手袋, Designer Wallet/名牌钱包, Vintage Bag/中古包, Designer Tote/名牌托特包
  Pre-Owned Clothing/二手服装: Vintage Dress/古着连衣裙, Designer Coat/名牌大衣, Vintage Denim/古着牛仔, Band T-Shirt/乐队T恤
  Pre-Owned Watches/二手手表: Luxury Watch/奢侈手表, Vintage Watch/古董表, Pocket Watch/怀表, Sports Watch/运动手表
  Pre-Owned Electronics/二手数码: Refurbished Phone/翻新手机, Refurbished Laptop/翻新电脑, Retro Console/复古游戏机, Used Camera/二手相机
  Pre-Owned Jewelry/二手珠宝: Vintage Brooch/古董胸针, Gold Ring/金戒指, Silver Bracelet/银手链, Diamond Earrings/钻石耳环
`;
