import type { SeedLanguage } from './languages.js';
import { readWords } from './languages.js';

/** Colours, in words without gender. */
export const COLOURS = [
  ...readWords(`
black|黑色|สีดำ|ブラック|màu đen|hitam|hitam|itim|kolor czarny|Schwarz|color negro|cor preta|coloris noir|colore nero|zwart
white|白色|สีขาว|ホワイト|màu trắng|putih|putih|puti|kolor biały|Weiß|color blanco|cor branca|coloris blanc|colore bianco|wit
pink|粉色|สีชมพู|ピンク|màu hồng|merah muda|merah jambu|pink|kolor różowy|Rosa|color rosa|cor rosa|coloris rose|colore rosa|roze
blue|蓝色|สีฟ้า|ブルー|màu xanh dương|biru|biru|asul|kolor niebieski|Blau|color azul|cor azul|coloris bleu|colore blu|blauw
green|绿色|สีเขียว|グリーン|màu xanh lá|hijau|hijau|berde|kolor zielony|Grün|color verde|cor verde|coloris vert|colore verde|groen
beige|米色|สีเบจ|ベージュ|màu be|krem|krim|beige|kolor beżowy|Beige|color beige|cor bege|coloris beige|colore beige|beige
red|红色|สีแดง|レッド|màu đỏ|merah|merah|pula|kolor czerwony|Rot|color rojo|cor vermelha|coloris rouge|colore rosso|rood
grey|灰色|สีเทา|グレー|màu xám|abu-abu|kelabu|abo|kolor szary|Grau|color gris|cor cinza|coloris gris|colore grigio|grijs
lilac|浅紫色|สีม่วง|ラベンダー|màu tím|ungu|ungu|lila|kolor liliowy|Flieder|color lila|cor lilás|coloris lilas|colore lilla|lila
brown|棕色|สีน้ำตาล|ブラウン|màu nâu|cokelat|perang|kape|kolor brązowy|Braun|color marrón|cor marrom|coloris marron|colore marrone|bruin
`).values(),
];

/** Counts with their units: `{k}` is a number, or two numbers with a dash. */
export const COUNTS = readWords(`
{k}-pack|{k}件装|แพ็ก {k} ชิ้น|{k}個セット|combo {k}|isi {k}|set {k}|{k} pcs|zestaw {k} szt.|{k}er-Pack|pack de {k}|kit com {k}|lot de {k}|set da {k}|{k} stuks
{k} pcs|{k}片|{k} ชิ้น|{k}個入り|{k} cái|isi {k} pcs|{k} keping|{k} pcs|{k} szt.|{k} Stück|{k} piezas|{k} unidades|{k} pièces|{k} pezzi|{k} stuks
{k} years|{k}岁|{k} ขวบ|{k}歳|{k} tuổi|{k} tahun|{k} tahun|{k} taong gulang|{k} lat|{k} Jahre|{k} años|{k} anos|{k} ans|{k} anni|{k} jaar
{k} months|{k}个月|{k} เดือน|{k}か月|{k} tháng|{k} bulan|{k} bulan|{k} buwan|{k} mies.|{k} Monate|{k} meses|{k} meses|{k} mois|{k} mesi|{k} maanden
`);

/** Monday to Sunday, in the form before "evening". */
const WEEKDAY_TEXT: Readonly<Record<SeedLanguage, string>> = {
  en: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
  zh: '周一 周二 周三 周四 周五 周六 周日',
  th: 'จันทร์ อังคาร พุธ พฤหัสบดี ศุกร์ เสาร์ อาทิตย์',
  ja: '月曜 火曜 水曜 木曜 金曜 土曜 日曜',
  vi: 'thứ_Hai thứ_Ba thứ_Tư thứ_Năm thứ_Sáu thứ_Bảy Chủ_nhật',
  id: 'Senin Selasa Rabu Kamis Jumat Sabtu Minggu',
  ms: 'Isnin Selasa Rabu Khamis Jumaat Sabtu Ahad',
  fil: 'Lunes Martes Miyerkules Huwebes Biyernes Sabado Linggo',
  pl: 'poniedziałek wtorek środa czwartek piątek sobota niedziela',
  de: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag',
  es: 'lunes martes miércoles jueves viernes sábado domingo',
  pt: 'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo',
  fr: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
  it: 'lunedì martedì mercoledì giovedì venerdì sabato domenica',
  nl: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
};

/** Hours of an evening from 19 to 22: `{k}` in 24 hours, `{i}` in 12 hours, `{j}` counted from 18 as in Thai. */
const HOUR_TEXT: Readonly<Record<SeedLanguage, string>> = {
  en: '{i} pm',
  zh: '晚上{i}点',
  th: '{j} ทุ่ม',
  ja: '{k}時',
  vi: '{k}h',
  id: 'jam {k}.00',
  ms: 'jam {i} malam',
  fil: '{i} PM',
  pl: '{k}:00',
  de: '{k} Uhr',
  es: '{k}:00',
  pt: '{k}h',
  fr: '{k}h',
  it: '{k}:00',
  nl: '{k} uur',
};

/** The name of a weekday; 0 is Monday. */
export const weekdayIn = (language: SeedLanguage, weekday: number): string =>
  WEEKDAY_TEXT[language].split(' ')[weekday]?.replace('_', ' ') ?? '';

/** The text for an hour from 19 to 22. */
export const hourIn = (language: SeedLanguage, hour: number): string =>
  HOUR_TEXT[language]
    .replace('{k}', String(hour))
    .replace('{i}', String(hour - 12))
    .replace('{j}', String(hour - 18));
