import { RECORD_KINDS, type RecordKind } from '../../src/common/record-kind.js';
import { descriptionOf, loadSchema } from '../../src/loading/load-kind.js';
import type { LoadRule, ValueSchema } from '../../src/fields/load-rules.js';

const INTRODUCTION = `# Record formats and loading

\`npm run load -- <kind> <path…>\` loads records and facts from files, folders or standard input (\`-\`), plain or \`.gz\`. It reads:

- NDJSON: one JSON object a line (LF or CRLF), of at most 10 MiB;
- a list of records of any size, or an answer of the API. \`--records data.items\` reads the list at another place of each JSON text;
- CSV, separated by commas or as a first line such as \`sep=;\` says, with a header of field paths such as \`creator.uid\`;
- Parquet files, whose columns have such paths or are nested, in Snappy, gzip, ZSTD, LZ4 or Brotli. A row with NaN or text that is not UTF-8 is refused. Timestamps without a zone, INT96 among them, take \`--zone\`; \`--null-values NaN\` loads NaN as unknown; the index of pandas is left out.

A refused file gets one command that takes it whole, made from its first 200 lines: columns (in a dozen languages), encoding, delimiter, decimal mark, currency, days. What they do not say, such as a time zone or the order of \`03/04/2026\`, is a word in capitals.

| Option | Reads |
| --- | --- |
| \`--delimiter ";"\` | cells separated by this character, or by \`tab\` |
| \`--header-line 4\` | a header below other lines |
| \`--skip-totals\` | CSV without lines that begin with \`Total\`, \`Summe\` and so on and have no id |
| \`--allow-empty\` | inputs without records, which are refused otherwise |
| \`--encoding windows-1252\` | another encoding than UTF-8, such as \`utf-16\`, \`gb18030\` or \`shift_jis\` |
| \`--decimal ,\` | \`1.234,50\` as 1234.5; with \`--decimal .\`, \`1,234\` is 1234. Blanks and apostrophes separate thousands too; \`(629.99)\` is −629.99 |
| \`--units\` | \`15.5k\` as 15500, \`1.2万\` as 12000, also M, B and 亿; \`7.5%\` as 7.5 where the field is a percentage, or 7.5 as \`7.5%\`; \`$7.99\`, \`EUR 5\` where that is the currency of the record’s region or \`currency\`, or of a sale’s creator |
| \`--dates dmy\` | \`05.11.2026\`, \`5/11/2026 14:30\`; also \`mdy\`, \`ymd\`, and \`excel\` for serials such as 46331 |
| \`--zone Asia/Shanghai\` | moments read by \`--dates\` in this time zone; days need none |
| \`--null-values n/a,-\` | these texts as unknown values |
| \`--constants region=DE\` | this value for every record |
| \`--map title=Name,floor_price=Preis\` | fields from columns with other names; columns that no field takes are left out |
| \`--map mapping.yml\` | \`columns\`, \`constants\`, \`values\` and the options above by their names |

A record of the API's answers loads back unchanged, and so does an [export](api.md#exports) in any format. A broken export is refused. In CSV, a \`'\` before text that a spreadsheet would run is removed, and an id may be written \`="123"\`. A list is JSON in its cell; one of numbers or words also \`1;2;3\`. Texts such as \`"1234"\` and \`'9.99\` are read as numbers, true and false as flags. Text cut inside an emoji and records of more than 10,000 values are refused.

- Only fields marked **required** must be there; others may be missing or null. What is loaded for those marked **made** is ignored.
- Known category ids are named by the category tree, others as loaded.
- The last line of an id wins. Loading the same input again changes nothing.
- \`--merge\` (the default) stores whole records. It stops before it empties stored fields that the inputs lack (of JSON the first 1,000 records), except with \`--whole\`.
- \`--update\` changes the fields that a line has; null or an empty cell clears one. A field that follows a changed one is made anew, unless the line has it; USD of unchanged amounts keeps its rate. Unknown ids are rejected, or added with \`--add\`.
- \`--delete\` deletes records by their ids (creator-days by \`date\` and \`uid\`).
- \`--replace\` replaces all records of the kind in one step, as every load of categories, rates and synonyms does; [the build before](operating.md#load) is kept.
- Rejected lines go to the rejects file with every reason. The end of a load counts conversions, each with an example.
- A moment after tomorrow (UTC) is counted and never becomes the newest of its kind.

## Three files as people have them

### A scraper’s videos

\`videos.json\` is an array; names are paths in it.

\`\`\`json
[
  {
    "id": "7491823746501928374",
    "text": "My new lamp 💡",
    "createTime": 1781234567,
    "isAd": false,
    "playCount": "1.2M",
    "commentCount": "1,024",
    "authorMeta": { "id": 6839201746501928374, "name": "lampfan", "fans": "15.5K" },
    "videoMeta": { "duration": 21 },
    "hashtags": []
  }
]
\`\`\`

\`\`\`yaml
columns:
  video_id: id
  desc: text
  publish_time: createTime
  is_ad: isAd
  play_count: playCount
  comment_count: commentCount
  duration: videoMeta.duration
  uid: authorMeta.id
  creator.uid: authorMeta.id
  creator.unique_id: authorMeta.name
  creator.follower_count: authorMeta.fans
constants:
  region: US
decimal: .
units: true
\`\`\`

\`\`\`sh
npm run load -- videos videos.json --map videos.yml
\`\`\`

### A shop’s product sheet

\`artikel.csv\` is in windows-1252, and its first column has no name.

\`\`\`csv
;Artikel;Name;Preis;Verkauft (7 Tage);Händler;Lager
0;1729384756;Öl – 5 l;1.234,50;1.500;-;12
1;1729384757;"Tür ""Nord""";9,99;;Bär & Söhne;3
\`\`\`

\`\`\`sh
npm run load -- products artikel.csv --delimiter ";" --encoding windows-1252 --decimal , --null-values - --map "product_id=Artikel,title=Name,floor_price=Preis,day7_units_sold=Verkauft (7 Tage),shop.name=Händler"
\`\`\`

### A marketplace’s order lines

Each line of \`orders.csv\` becomes a sale; a refund has negative figures.

\`\`\`csv
Line ID,Order ID,Day,Creator ID,Content Type,Content ID,Product ID,Status,Quantity,Subtotal (USD)
5774-1,5774,2026-03-14,6839201746501928374,Video,7491823746501928374,1729384756,Completed,2,"1,259.98"
5774-1R,5774,2026-03-16,6839201746501928374,Livestream,7498123456789012345,1729384756,Refunded,-1,-629.99
\`\`\`

\`\`\`yaml
columns:
  id: Line ID
  date: Day
  uid: Creator ID
  channel: Content Type
  content_id: Content ID
  product_id: Product ID
  units_sold: Quantity
  gmv: Subtotal (USD)
  usd_gmv: Subtotal (USD)
values:
  channel: { Video: video, Livestream: live }
constants:
  product_category_id: 600001
decimal: .
\`\`\`

\`\`\`sh
npm run load -- sales orders.csv --map orders.yml
\`\`\`

## Types

| Type | A value |
| --- | --- |
| id | a string of 1 to 100 characters without blanks, commas, line breaks and invisible signs, or a whole number, which keeps all its digits. Blanks around it, \`="…"\`, a leading \`'\`, and quotes or a \`#\` around digits are removed. A number with an exponent or a decimal point is refused: its digits are lost. So are true, \`NaN\` and \`Total\` |
| own id | the same; of numbers only those with an exponent are refused |
| count | a whole number from 0 to 2^53 − 1 |
| count below 2^31 | a whole number from 0 to 2^31 − 1 |
| integer | a whole number within ±(2^53 − 1) |
| number | with or without decimals |
| rate | decimal text above 0 and below 100 with at most 10 decimals, such as "0.000039" |
| amount | a number within ±1,000,000,000,000 with at most 4 decimals and 15 digits |
| large count | a whole number from 0 to 10,000,000,000,000 |
| large amount | a number within ±10,000,000,000,000 |
| rounded | a number within ±10,000,000,000,000; decimals are rounded away |
| percent | text with its sign, such as "12.5%"; kept with at most two decimals |
| region | two upper-case letters such as US |
| name | text of at most 5,000 characters |
| flag | 0 or 1 |
| seconds | Unix seconds |
| day | a day that exists, written as YYYY-MM-DD |
| UTC time | a time that exists, written as YYYY-MM-DD hh:mm:ss |
| category | an object of an integer \`id\` and a \`name\`; their paths are \`category.id\` and so on |
| rate info | an object of \`rate\`, a number (10 means 10 %; null when unknown), and \`unit\`, always a percent sign |
| price info | an object of \`amount\`, a number (null when unknown), and \`currency\` (ISO 4217) |
`;

/** Names of the types above; other rules are in the tables in words. */
const RULE_NAMES: Readonly<Partial<Record<LoadRule, string>>> = {
  id: 'id',
  'free-id': 'own id',
  count: 'count',
  followers: 'count below 2^31',
  signed: 'integer',
  rate: 'rate',
  amount: 'amount',
  'added-count': 'large count',
  'added-amount': 'large amount',
  rounded: 'rounded',
  percent: 'percent',
  region: 'region',
  name: 'name',
  words: 'words',
  'unix-seconds': 'seconds',
  day: 'day',
  'utc-time': 'UTC time',
};

/** Names of the objects above, by their fields. */
const OBJECT_NAMES: ReadonlyMap<string, string> = new Map([
  ['id,name', 'category'],
  ['rate,unit', 'rate info'],
  ['amount,currency', 'price info'],
]);
const objectName = ({ properties = {} }: ValueSchema): string | undefined =>
  OBJECT_NAMES.get(Object.keys(properties).join());

/** The name of a type, or the type and rule of the schema. */
function typeOf({ type, enum: choices, rule, $comment = '' }: ValueSchema): string {
  const own = (typeof type === 'string' ? [type] : type).filter((one) => one !== 'null').join(' or ');
  if (choices?.includes(0) && choices.every((choice) => [0, 1, null].includes(choice as number))) return 'flag';
  return (rule && RULE_NAMES[rule]) ?? ($comment === '' ? own : `${own}, ${$comment}`);
}

type MadeFields = ReturnType<typeof descriptionOf>['made'];

/** The fields of which a field, or an object with its fields, is made. */
function madeOf(made: MadeFields, own: string): string {
  const isPart = (path: string): boolean => path === own || path.startsWith(`${own}.`);
  const others = Object.entries(made).flatMap(([path, of]) => (isPart(path) ? of.filter((one) => !isPart(one)) : []));
  return others.length === 0 ? '' : `. Follows ${[...new Set(others)].map((one) => `\`${one}\``).join(', ')}`;
}

/** How the description of a field that is always computed ends; the table marks it. */
const IGNORED = '; what is loaded here is ignored';

function rows(schema: ValueSchema, made: MadeFields, path: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = `${path}${name}`;
    const named = objectName(field);
    const type = named ?? typeOf(field);
    const isRow = named !== undefined || field.properties === undefined;
    const [description = '', ignored] = (field.description ?? '').replaceAll('|', '\\|').split(IGNORED);
    const mark = `${schema.required?.includes(name) ? ' **required**' : ''}${ignored === undefined ? '' : ' **made**'}`;
    const row = `| \`${own}\` | ${type}${mark} | ${description}${isRow ? madeOf(made, own) : ''} |`;
    if (named !== undefined) return [row];
    return [row, ...rows(field, made, `${own}.`), ...(field.items ? rows(field.items, made, `${own}[].`) : [])];
  });
}

/** What a section says below its table. */
const MORE: Partial<Record<RecordKind, string>> = {
  synonyms: `There are none until some are loaded, and at most 10,000, of at most 200 words each; [keywords](api.md#keywords) find them. A word stands once in a record, whatever its case and marks; \`words\` without \`from\` has two or more. A beauty shop may begin with:

\`\`\`json
{"id":"lipstick","words":["lipstick","lip colour","lip color"]}
{"id":"lip-gloss","words":["lip gloss","lip glaze","lip lacquer"]}
{"id":"blush","words":["blush","blusher","rouge"]}
{"id":"foundation","words":["foundation","base makeup"]}
{"id":"mascara","words":["mascara"],"from":["lash ink"]}
{"id":"moisturiser","words":["moisturiser","moisturizer","face cream"]}
{"id":"sunscreen","words":["sunscreen","sun cream","sunblock","SPF cream"]}
{"id":"hair-dryer","words":["hair dryer","blow dryer","hairdryer"]}
{"id":"straightener","words":["hair straightener","flat iron"]}
{"id":"toner","words":["toner"],"from":["face tonic","skin lotion","化妆水"]}
\`\`\`
`,
};

type Kinds = readonly [RecordKind, ...RecordKind[]];
/** Kinds with the same format. */
const TREES: Kinds = ['product-categories', 'creator-categories'];

/** @param kinds kinds with the same format */
const section = (kinds: Kinds): string =>
  [
    `## ${kinds.join(' and ')}`,
    '',
    '| Field | Type | What it is |',
    '| --- | --- | --- |',
    ...rows(loadSchema(kinds[0]), descriptionOf(kinds[0]).made, ''),
    '',
    ...kinds.flatMap((kind) => MORE[kind] ?? []),
  ].join('\n');

/** Writes the text of docs/data.md: the record format of each kind. */
export function describeDataFormats(): string {
  const others = RECORD_KINDS.filter((kind) => !TREES.includes(kind));
  return [INTRODUCTION, section(TREES), ...others.map((kind) => section([kind]))].join('\n');
}
