import type { SeedLanguage } from './languages.js';
import { listOf } from './languages.js';

/** A name in its own script, and in Latin letters for a handle. */
export interface Name {
  readonly written: string;
  readonly latin: string;
}

/** A pool of names: of a language, or of people of Singapore and Malaysia who write in English. */
export type NamePool = SeedLanguage | 'sg';

/** Names, and templates of nicknames: `{g}` given name, `{f}` family name, `{t}` theme of a creator. */
export interface People {
  readonly given: readonly Name[];
  readonly family: readonly Name[];
  readonly nicknames: readonly string[];
}

/** Given names, family names and nicknames of each pool; `latin=written` when a handle can't be made of the name itself. */
const PEOPLE_TEXT: Readonly<Record<NamePool, readonly [given: string, family: string, nicknames: string]>> = {
  en: [
    'Mia, Olivia, Jack, Harper, Leo, Ruby, Noah, Ella, Mason, Grace, Theo, Ivy, Chloe, Tyler, Maddie, Jordan, Ava, Kayla, Ethan, Zoe, Hannah, Caleb, Brianna, Logan, Tasha, Megan, Dylan, Lauren',
    'Carter, Brooks, Hughes, Walsh, Bennett, Foster, Reed, Morgan, Hayes, Sutton, Parker, Quinn, Ellis, Barker, Dawson, Whitlock',
    '{g}|{g} {f}|{g} | {t}|{t} with {g}|{g}’s {t} Corner|Just {g}|{g} {f} {t}|It’s {g}',
  ],
  zh: [
    'xiaoyu=小雨, xiaoting=晓婷, ajie=阿杰, linxi=林夕, xiaolu=小鹿, jiayi=佳怡, dayu=大宇, siqi=思琪, zimo=子墨, keke=可可, mengmeng=萌萌, haoran=浩然, yuxuan=雨萱, xinyi=欣怡, amei=阿梅, jiahui=嘉慧, weilun=伟伦, tangtang=糖糖, xiaobei=小北, ruoxi=若溪, kaixin=凯欣, yiyi=依依, laozhou=老周, nannan=楠楠',
    'chen=陈, lin=林, huang=黄, zhang=张, li=李, wang=王, wu=吴, liu=刘, tan=谭, zhou=周, xu=徐, he=何',
    '{g}|{f}{g}|{g}的{t}|{g}爱{t}|{t}达人{g}|{g}来啦|小{f}聊{t}|{g}同学',
  ],
  th: [
    'mind=มายด์, ton=ต้น, praewa=แพรวา, fahsai=ฟ้าใส, kong=ก้อง, baitoey=ใบเตย, nat=นัท, mint=มิ้นท์, ploy=พลอย, fern=เฟิร์น, bank=แบงค์, namwan=น้ำหวาน, may=เมย์, boss=บอส, gift=กิ๊ฟ, pim=พิม, earth=เอิร์ธ, nan=แนน, som=ส้ม, jane=เจน, oat=โอ๊ต, bow=โบว์, top=ท็อป, aom=ออม',
    'srisuk=ศรีสุข, thongdee=ทองดี, chaiyo=ไชโย, meesuk=มีสุข, rattana=รัตนา, boonmee=บุญมี, saelim=แซ่ลิ้ม, wongsa=วงษา, jaidee=ใจดี, kaewta=แก้วตา, suksan=สุขสันต์, pongsri=พงษ์ศรี',
    '{g}|{g} {f}|น้อง{g}|พี่{g}|{g} รีวิว{t}|{t}กับ{g}|บ้าน{g}|{g} พาช้อป',
  ],
  ja: [
    'sakura=さくら, yui=ゆい, takeshi=たけし, misaki=美咲, kenta=健太, aoi=葵, hinata=陽向, riku=陸, mayu=まゆ, haruka=はるか, shota=翔太, nanami=七海, rin=凛, kaito=海斗, emi=えみ, yuki=ゆき, sora=空, ayaka=彩花, daiki=大輝, momo=もも, rina=里奈, tomo=とも, chihiro=千尋, kana=かな, yuto=悠斗, mio=澪',
    'tanaka=田中, sato=佐藤, suzuki=鈴木, takahashi=高橋, ito=伊藤, nakamura=中村, kobayashi=小林, kato=加藤, yoshida=吉田, mori=森, hayashi=林, ishii=石井, ogawa=小川, fujita=藤田',
    '{g}|{f}{g}|{g}の{t}日記|{g}｜{t}|{f}家の{t}|{g}ちゃん|{t}好きの{g}|{f} {g}',
  ],
  vi: [
    'Linh, Hương, Tuấn, Ngọc, Thảo, Minh Anh, Đức, Trang, Quỳnh, Hà My, Phương, Khánh, Bảo Ngọc, Thu Hà, Long, Vy, Mai, Tú, Yến Nhi, Hải, Kim Chi, Nam, Hạnh, Thanh Tâm',
    'Nguyễn, Trần, Lê, Phạm, Hoàng, Vũ, Đặng, Bùi, Đỗ, Ngô, Dương, Lý',
    '{g}|{f} {g}|{g} review {t}|{g} mê {t}|Nhà {g}|{t} cùng {g}|Góc của {g}|{g} {f}',
  ],
  id: [
    'Sari, Budi, Putri, Rizky, Dewi, Agus, Intan, Bayu, Ayu, Dimas, Nadia, Rina, Fajar, Citra, Yoga, Wulan, Tika, Andi, Mega, Galih, Siska, Reza, Lestari, Maya, Hendra, Anisa',
    'Pratama, Wijaya, Saputra, Lestari, Hidayat, Santoso, Kusuma, Permata, Nugroho, Utami, Siregar, Maharani, Setiawan, Rahayu',
    '{g}|{g} {f}|{t} by {g}|Kak {g}|{g} suka {t}|Cerita {g}|{g} | {t}|Rumah {f}',
  ],
  ms: [
    'Aisyah, Farid, Nurul, Hafiz, Siti, Amir, Liyana, Danial, Izzah, Syafiq, Farah, Zul, Hana, Aina, Rashid, Mira, Balqis, Azlan, Sofea, Irfan, Rosnah, Puteri, Adam, Yana',
    'Rahman, Ismail, Abdullah, Hassan, Yusof, Zainal, Othman, Karim, Salleh, Idris, Hamzah, Jamal',
    '{g}|{g} {f}|{t} dengan {g}|Hai saya {g}|{g} suka {t}|{g} | {t}|Geng {g}|Abang {f}',
  ],
  fil: [
    'Maria, Jun, Liza, Paolo, Jessa, Carlo, Tin, Migs, Bea, Jomar, Angel, Kim, Rica, Dodong, Nena, Kyla, Marco, Trisha, Joy, Gelo, Mae, Nico, Grace, Jhen',
    'Santos, Reyes, Cruz, Bautista, Garcia, Mendoza, Ramos, Flores, Villanueva, Aquino, Dela Rosa, Navarro',
    '{g}|{g} {f}|{t} ni {g}|Budol ni {g}|{g} loves {t}|Hello {g}|{g} | {t}|Team {f}',
  ],
  pl: [
    'Zuzia, Michał, Agnieszka, Łukasz, Ola, Paweł, Małgosia, Kuba, Kasia, Bartek, Natalia, Tomek, Julka, Ania, Wiktoria, Mateusz, Magda, Karol, Marta, Piotrek, Iza, Dominika, Szymon, Gosia',
    'Nowak, Zając, Kaczmarek, Wójcik, Mazur, Krawczyk, Dudek, Wrona, Sikora, Baran, Pawlak, Wilk',
    '{g}|{g} {f}|{g} – {t}|{f} {g}|Tu {g}|{g} poleca|{g} testuje|{t} i {g}',
  ],
  de: [
    'Lena, Jürgen, Anna, Felix, Käthe, Max, Sophie, Björn, Marie, Jonas, Lea, Tim, Nele, Paul, Emma, Lukas, Hanna, Moritz, Jule, Finn, Carina, Stefan, Greta, Niklas',
    'Schmitt, Weber, Vogel, Krüger, Lang, Huber, Brandt, Lorenz, Winter, Kaiser, Seidel, Böhm',
    '{g}|{g} {f}|{g} | {t}|{t} mit {g}|{g} testet|Bei {g}|Hallo {g}|Familie {f}',
  ],
  es: [
    'Lucía, José, Sofía, Carlos, Camila, Andrés, Ximena, Raúl, Valeria, Diego, Daniela, Javier, Paula, Mateo, Andrea, Martín, Fernanda, Álvaro, Carmen, Hugo, Renata, Pablo, Marina, Ángel',
    'García, Torres, Romero, Vega, Navarro, Campos, Ibarra, Molina, Castro, Herrera, Luna, Salazar, Ríos, Peña',
    '{g}|{g} {f}|{t} con {g}|Soy {g}|Hola soy {g}|{g} | {t}|{g} cuenta|Los {f}',
  ],
  pt: [
    'Ana, João, Mariana, Luís, Beatriz, Tiago, Inês, Caio, Carolina, Pedro, Letícia, Rafael, Sofia, Bruno, Larissa, Miguel, Joana, Gustavo, Camila, Rui, Bia, Matheus, Helena, Duarte',
    'Silva, Santos, Ferreira, Costa, Almeida, Rocha, Martins, Ribeiro, Barros, Teixeira, Moreira, Nunes',
    '{g}|{g} {f}|{t} com {g}|{g} | {t}|Diário de {g}|{g} indica|Família {f}|{g} testou',
  ],
  fr: [
    'Chloé, Élodie, Hugo, Anaïs, Léo, Maëlle, François, Zoé, Camille, Lucas, Manon, Théo, Inès, Jules, Sarah, Antoine, Clara, Nathan, Margaux, Romain, Jade, Louis, Océane, Baptiste',
    'Martin, Bernard, Dubois, Moreau, Laurent, Girard, Roux, Fontaine, Chevalier, Lambert, Marchand, Perrin',
    '{g}|{g} {f}|{t} avec {g}|Chez {g}|{g} | {t}|{t} by {g}|{g} teste|La tribu {f}',
  ],
  it: [
    'Giulia, Nicolò, Francesca, Matteo, Chiara, Luca, Elisa, Dario, Martina, Alessio, Sara, Davide, Giorgia, Simone, Ilaria, Marco, Noemi, Andrea, Federica, Tommaso, Beatrice, Riccardo, Aurora, Pietro',
    'Rossi, Bianchi, Romano, Ferrari, Greco, Marino, Conti, Gallo, Fontana, Rinaldi, Moretti, Serra',
    '{g}|{g} {f}|{t} con {g}|Sono {g}|{g} | {t}|Casa {f}|{g} prova|{g} e basta',
  ],
  nl: [
    'Sanne, Daan, Fleur, Jeroen, Lotte, Bram, Noor, Thijs, Iris, Sem, Femke, Ruben, Julia, Stijn, Eva, Koen, Anouk, Niels, Roos, Lars, Maud, Joost, Esmée, Wouter',
    'de Vries, Jansen, Bakker, Visser, Smit, Meijer, Mulder, Peters, Willems, Claes, Maes, van Dijk',
    '{g}|{g} {f}|{t} met {g}|Bij {g}|{g} | {t}|{g} test|Team {f}|Hoi ik ben {g}',
  ],
  sg: [
    'Wei Ling, Jun Jie, Zhi Hao, Aaron, Hui Min, Marcus, Rachel, Kai Xin, Darren, Vanessa, Xin Yi, Bryan, Mei, Joel, Charmaine, Shu Ting, Si Hui, Ryan, Yi Xuan, Jia En, Desmond, Clarence',
    'Tan, Lim, Lee, Ng, Ong, Goh, Chua, Koh, Teo, Yeo, Sim, Chia',
    '{g}|{g} {f}|{f} {g}|{g} | {t}|{t} with {g}|{g} Shops|Hello {g}|{g}’s {t} Diary',
  ],
};

const LATIN_LETTERS: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ß: 'ss', ä: 'ae', ö: 'oe', ü: 'ue', '’': '' };

/** Reduces a word to the letters of handles, a to z. */
export const inLatin = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[đłßäöü’]/g, (letter) => LATIN_LETTERS[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');

function readName(text: string): Name {
  const [latin = '', written] = text.split('=');
  return written === undefined ? { written: latin, latin: inLatin(latin) } : { written, latin };
}

const people = new Map<NamePool, People>(
  (Object.entries(PEOPLE_TEXT) as [NamePool, (typeof PEOPLE_TEXT)[NamePool]][]).map(
    ([pool, [given, family, nicknames]]) => [
      pool,
      {
        given: given.split(', ').map(readName),
        family: family.split(', ').map(readName),
        nicknames: listOf(nicknames),
      },
    ],
  ),
);

/** Parses the names and nicknames of a pool. */
export const peopleOf = (pool: NamePool): People => people.get(pool) as People;

/** Templates of handles: `{g}` and `{f}` names, `{t}` a word of the theme, `{y}` a year or number. */
export const HANDLES: readonly string[] = listOf(
  '{g}.{f}|{g}{f}|{g}_{f}|{g}{t}|{g}.{t}|{t}by{g}|its{g}{y}|{g}_{y}|{f}.{g}|{g}{f}{y}|the{g}{t}|{g}.{f}.{t}|real{g}{f}|{g}and{t}|hey{g}{y}|_{g}{f}|{g}.{f}_',
);
