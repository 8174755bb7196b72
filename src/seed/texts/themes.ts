import type { Translations } from './languages.js';
import { listOf, readWords } from './languages.js';

/** The theme of a creator, for names, captions and products. */
export interface Theme {
  /** The topic in nicknames and captions. */
  readonly topic: Translations;
  /** Words for handles, in Latin letters. */
  readonly handles: readonly string[];
  readonly emoji: readonly string[];
  /** English names of creator categories. */
  readonly creators: readonly string[];
  /** English names of level 1 product categories; empty for all. */
  readonly sells: readonly string[];
}

const TOPICS = readWords(`
beauty|美妆|ความงาม|コスメ|làm đẹp|skincare|kecantikan|beauty|uroda|Beauty|belleza|beleza|beauté|beauty|beauty
fashion|穿搭|แฟชั่น|コーデ|thời trang|fashion|fesyen|OOTD|moda|Mode|moda|moda|mode|moda|mode
food|美食|ของอร่อย|ごはん|món ngon|kuliner|resipi|lutong bahay|gotowanie|Kochen|cocina|receitas|cuisine|cucina|koken
fitness|健身|ออกกำลังกาย|筋トレ|tập luyện|olahraga|senaman|workout|fitness|Fitness|fitness|fitness|fitness|fitness|fitness
tech|数码|ไอที|ガジェット|công nghệ|gadget|gajet|gadgets|technologia|Technik|tecnología|tecnologia|tech|tecnologia|tech
home|家居|แต่งบ้าน|暮らし|nhà cửa|rumah|hiasan rumah|home|dom|Zuhause|hogar|casa|déco|casa|wonen
family|育儿|แม่และเด็ก|子育て|nuôi con|parenting|keibubapaan|mommy life|rodzina|Familie|familia|família|famille|famiglia|gezin
pets|萌宠|สัตว์เลี้ยง|ペット|thú cưng|anabul|si bulus|pets|zwierzaki|Haustiere|mascotas|pets|animaux|animali|huisdieren
outdoor|户外|เที่ยวป่า|アウトドア|du lịch|jalan-jalan|kembara|gala|podróże|Outdoor|viajes|viagem|voyage|viaggi|reizen
music|音乐|ดนตรี|音楽|âm nhạc|musik|muzik|music|muzyka|Musik|música|música|musique|musica|muziek
books|读书|หนังสือ|読書|đọc sách|buku|buku|books|książki|Bücher|libros|livros|lecture|libri|boeken
crafts|手工|งานฝีมือ|ハンドメイド|đồ thủ công|kerajinan|kraf|DIY|rękodzieło|Basteln|manualidades|artesanato|loisirs créatifs|fai da te|knutselen
cars|汽车|รถยนต์|クルマ|xe cộ|otomotif|kereta|cars|motoryzacja|Autos|autos|carros|auto|motori|auto’s
lifestyle|日常|ชีวิตประจำวัน|日常|cuộc sống|keseharian|kehidupan|lifestyle|codzienność|Alltag|vida diaria|cotidiano|quotidien|vita quotidiana|dagelijks leven
deals|好物|ของดีราคาถูก|お得情報|săn sale|belanja hemat|tawaran|budol|okazje|Schnäppchen|ofertas|achadinhos|bons plans|offerte|koopjes
`);

/** Topic: words for handles; emoji; creator categories; level 1 product categories. */
const THEME_TEXT = `
beauty: glow|skin|beauty|makeup|glam; 💄|✨|💋|🌸|🧴|💅; Beauty; Beauty & Personal Care|Beauty & Personal Care|Health|Jewelry
fashion: style|outfits|fits|closet|looks; 👗|✨|👟|🛍️|💃|👜; Fashion|Modest Fashion; Womenswear & Underwear|Menswear & Underwear|Shoes|Fashion Accessories|Luggage & Bags|Jewelry|Muslim Fashion|Pre-Owned
food: eats|kitchen|cooks|foodie|bites; 🍜|😋|🍳|🥢|🍰|☕; Food; Food & Beverages|Kitchenware|Household Appliances
fitness: fit|moves|gym|runs|strong; 💪|🏃|🔥|🥗|🏋️|⚽; Fitness|Sports|Health; Sports & Outdoor|Health|Shoes
tech: tech|gadgets|plays|setup|bytes; 🎧|📱|💻|🎮|🔋|⚡; Technology|Gaming; Phones & Electronics|Computers & Office Equipment|Household Appliances
home: home|decor|nest|living|casa; 🏡|🪴|🕯️|🛋️|🧺|✨; Home & Living|Gardening; Home Supplies|Kitchenware|Textiles & Soft Furnishings|Furniture|Home Improvement|Household Appliances
family: tiny|family|littleones|nest|kids; 👶|🍼|🧸|💕|👨‍👩‍👧|🎈; Parenting; Baby & Maternity|Kids’ Fashion|Toys & Hobbies|Party & Seasonal
pets: paws|pets|meow|woof|tails; 🐶|🐱|🐾|🦴|🐹; Pets; Pet Supplies
outdoor: trips|outdoors|wander|trails|camp; 🏕️|✈️|🌊|⛰️|🎒|📷; Travel|Outdoor|Photography; Sports & Outdoor|Luggage & Bags|Phones & Electronics
music: music|beats|sings|dance|sound; 🎵|🎸|🎤|💃|🎹; Music|Dance; Musical Instruments|Phones & Electronics|Fashion Accessories
books: reads|books|learns|notes|pages; 📚|📖|✍️|☕|🤓; Books|Education|Finance; Books, Magazines & Audio|Computers & Office Equipment
crafts: makes|crafts|diy|art|studio; 🎨|🧶|✂️|🖌️|🎀; Art & Crafts; Toys & Hobbies|Collectibles|Party & Seasonal|Tools & Hardware
cars: garage|rides|motors|drives|wheels; 🚗|🔧|🏁|🏍️|💨; Automotive; Automotive & Motorcycle|Tools & Hardware|Home Improvement
lifestyle: daily|life|vlogs|diary|days; ✨|😂|☀️|🤍|🎉|🙈; Lifestyle|Comedy; Beauty & Personal Care|Womenswear & Underwear|Phones & Electronics|Home Supplies|Food & Beverages
deals: deals|finds|picks|shop|hauls; 🛒|🔥|💸|🛍️|🏷️|😱; Deals & Shopping;
`;

/** All themes. */
export const THEMES: readonly Theme[] = THEME_TEXT.trim()
  .split('\n')
  .map((line) => {
    const [name = '', texts = ''] = line.split(': ');
    const [handles = [], emoji = [], creators = [], sells = []] = texts.split(/; ?/).map((part) => listOf(part));
    const topic = TOPICS.get(name);
    if (topic === undefined) throw new Error(`The theme ${name} has no topic in the languages.`);
    return { topic, handles, emoji, creators, sells: sells.filter((category) => category !== '') };
  });

/** The theme of a creator category by its English name; the default is everyday life. */
export const themeOf = (creatorCategory: string): Theme =>
  THEMES.find(({ creators }) => creators.includes(creatorCategory)) ?? (THEMES.at(-2) as Theme);
