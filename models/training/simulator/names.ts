/**
 * Names of people. In the languages of the data source a family name is a stem and an ending, so that
 * two strangers rarely share a full name, as in reality; those of other languages and scripts are from
 * names.json, which names its source and licence. Their owners have a spelling in Latin letters too,
 * which mailboxes are made of.
 */
import { romanized } from "../../../src/risk/velocity/romanized.ts";
import listed from "./names.json";
import type { Random } from "./random.ts";

interface Names {
  first: readonly string[];
  stems: readonly string[];
  endings: readonly string[];
  /** Probability of a second family name. */
  double: number;
}

function names(double: number, first: string, stems: string, endings: string): Names {
  const words = (text: string) => text.split(" ");
  return { first: words(first), stems: words(stems), endings: words(endings), double };
}

const generated = {
  pt: names(
    0.8,
    "Ana Maria João José António Francisco Inês Beatriz Rita Sofia Miguel Pedro Tiago Rui Carla Luísa Paulo Helena Marta Diogo Catarina Nuno Teresa Ricardo Filipa Hugo Vera André Joana Luís",
    "Carv Oliv Mart Ferr Per Alm Costal Rib Sous Gom Nun Mor Pint Card Font Mach Cam Barr Tav Salg Mend Fonsec Vieg Brag Coelh Lour",
    "alho eira ins inho es ado inho oso ares ela al edo ida",
  ),
  en: names(
    0.06,
    "Oliver George Harry Emily Sophie Charlotte James William Thomas Alice Grace Ruby Jack Daniel Samuel Hannah Lucy Megan Peter Susan Karen Mark Robert Linda Julie Fiona Sean Liam Claire Andrew",
    "Ash Black Brad Clay Cole Dal Dun East Fair Good Green Hal Hart Hay Hol Kings Lang Ley Mil North Oak Pem Rad Ring Shel Stan Sut Thorn Wal West Whit Win Wood Hem Bar",
    "ford ton ley worth man well field ham by wood er son land ridge bury",
  ),
  fr: names(
    0.1,
    "Louis Gabriel Jules Hugo Camille Chloé Manon Léa Nathalie Isabelle Sylvie Céline Pierre Michel Philippe Alain Nicolas Julien Antoine Élodie Aurélie Marion Thierry Laurent Sandrine Brigitte François Mathieu Hélène Lucie",
    "Beau Bou Cham Char Del Dub Fon Gar Gir Lam Lef Lem Mar Mau Mer Mor Per Poi Ren Rou Sau Tou Val Ver Mon Bar",
    "champ lais pentier mont ois taine nier ard bert èvre chand rier reau rault selin dier vin sier",
  ),
  es: names(
    0.85,
    "Carmen Lucía Martina Sofía Paula Alejandro Hugo Daniel Pablo Javier Álvaro Adrián Laura Marta Elena Cristina Raquel Sergio Manuel Antonio Rosa Pilar Jorge Andrés Beatriz Nuria Iván Rubén Silvia Óscar",
    "Gar Rodr Fern Gonz Mart Sanch Per Gom Jim Rui Hern Diaz Mor Alvar Rom Nav Torr Dom Gil Vaz Serr Ort Rub Cast Del",
    "cía íguez ández ález ínez ez era ano eno ales ado illa ero inas",
  ),
  de: names(
    0.04,
    "Lukas Leon Finn Jonas Emma Mia Hannah Lena Anna Sabine Petra Monika Ursula Andreas Stefan Michael Thomas Klaus Jürgen Wolfgang Katharina Julia Laura Felix Tobias Sebastian Martina Heike Uwe Birgit",
    "Acker Berg Bruck Eich Feld Fried Gold Grün Hart Hof Kauf König Kirch Lang Linden Meier Neu Ober Rosen Schön Stein Stein Wald Weber Wein Winter Zimmer Sieg Baum",
    "mann er berg bach hofer meyer ner feld hauser stein müller le ing",
  ),
  it: names(
    0.03,
    "Leonardo Francesco Alessandro Giulia Aurora Sofia Giorgia Martina Chiara Marco Luca Andrea Matteo Davide Paolo Giovanni Elena Federica Valentina Silvia Roberto Stefano Laura Simone Anna Maria Ion Andrei Mihai Elena",
    "Bian Ross Ferr Esp Rom Col Ric Mar Gre Bru Gal Con Man Cos Gior Riz Lom Mor Bar Fon Sant Mar Rin Car Vit",
    "chi ari osito ano ombo ci ino co no lo ti cini ta dano zo bardi etti bieri tana ini oni",
  ),
  nl: names(
    0.03,
    "Daan Sem Lucas Levi Emma Tess Sophie Julia Anouk Femke Lotte Bram Thijs Jeroen Pieter Johan Willem Marieke Ingrid Els Koen Wout Griet Bart Tom Sanne Maaike Ruben Lies An",
    "Bak Boer Brou Dijk Groen Haver Hoek Jan Kamp Klaas Kuip Meul Molen Mul Pieter Rood Schouten Smits Ven Ver Visser Vlie Vos Water Wes Wil",
    "ker man sma stra sen kamp mans beek hoven laar der ma huis",
  ),
  nordic: names(
    0.05,
    "Erik Lars Nils Karin Anna Ingrid Astrid Freja Ida Emil Oscar Gustav Axel Magnus Henrik Mette Kirsten Jens Søren Marit Ole Bjørn Juhani Matti Aino Eeva Kaisa Linnea Sofie Elin",
    "And Berg Carls Ek Erik Hans Holm Jens Joh Karl Lars Lind Lund Mad Nil Ny Ols Peder Strand Svens Virt Niem Mäk Korh Sund",
    "ersson ström sen son qvist berg gren man lund sson dahl strand inen elä onen",
  ),
  slavic: names(
    0.04,
    "Jan Anna Piotr Katarzyna Tomasz Agnieszka Krzysztof Ewa Pawel Magdalena Ivan Olga Dmitri Elena Sergei Natalia Alexei Irina Marek Zofia Michal Joanna Andrei Tatiana Mikhail Svetlana Wojciech Beata Igor Yulia",
    "Kowal Wisn Dabr Lewan Zielin Szyman Wozn Kozl Jank Mazur Petr Ivan Smirn Kuzn Pop Vasil Sokol Mikhail Nov Fedor Moroz Volk Alek Lebed Semen",
    "ski owski icz ov ev ova enko czyk ak iak in",
  ),
  east: names(
    0.01,
    "Wei Jing Li Min Hao Yan Xiu Ying Jun Lei Fang Na Qiang Yang Tao Noam Yael David Tamar Uri Noa Avi Shira Eitan Maya Daniel Ming Hui Xin Chen",
    "Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Co Fried Mizra Pere Bit Dah Aza",
    "g n an ong i ui en hen hi tz on",
  ),
  vi: names(
    0.3,
    "Anh Minh Linh Hương Lan Hoa Hùng Dũng Tuấn Nam Thảo Trang Phương Hà Mai Thu Long Quân Đức Hải Yến Ngọc Bình Sơn Khánh Vy Trung Thành Hiếu Nhung",
    "Nguyễn Trần Lê Phạm Huỳnh Hoàng Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Đinh Trương Cao Mạc",
    "",
  ),
} satisfies Record<string, Names>;

/** A name in the script of its language, and the spelling of its owner in Latin letters. */
type Spelled = readonly [own: string, latin: string];
/** Names divided by |, each with its reading after a slash where that is not obvious. */
interface Listed {
  first: string;
  last: string;
}

export type Tongue = keyof typeof generated | keyof typeof listed.pools;

const latinSpellings = new Map<string, string>();
const pools = new Map<Tongue, { first: Spelled[]; last: Spelled[] }>(
  (Object.entries(listed.pools) as [Tongue, Listed][]).map(([tongue, { first, last }]) => [
    tongue,
    { first: first.split("|").map(spelled), last: last.split("|").map(spelled) },
  ]),
);

function spelled(name: string): Spelled {
  const [own = "", reading] = name.split("/");
  const latin = isLatin(own) ? own : capitalised(reading ?? withVowels(romanized(own)));
  if (!isLatin(own)) latinSpellings.set(own, latin);
  return [own, latin];
}

export function isLatin(name: string): boolean {
  return !/[^\p{Script=Latin}\P{L}]/u.test(name);
}

function capitalised(words: string): string {
  return words.replace(/(^| )./g, (letter) => letter.toUpperCase());
}

/** Who writes without vowels spells them out in Latin letters: mhmd is mahamad. */
function withVowels(word: string): string {
  if (/[aeiou].*[aeiou]|^[a-z]?[aeiou][a-z]?$/.test(word)) return word;
  return word.replace(/([bcdfgj-np-tvxz])(?=[bcdfghj-np-tv-xz])/g, "$1a");
}

/** @param script in which the name is written: its own, or Latin letters. */
export function personName(
  random: Random,
  tongue: Tongue,
  script: "own" | "latin" = "latin",
): { firstName: string; lastName: string } {
  const pool = pools.get(tongue);
  if (pool) {
    const place = script === "own" ? 0 : 1;
    return { firstName: random.pick(pool.first)[place], lastName: random.pick(pool.last)[place] };
  }
  const { first, double } = generated[tongue as keyof typeof generated];
  let firstName = random.pick(first);
  let lastName = familyName(random, tongue);
  if (random.chance(0.12)) firstName += ` ${random.pick(first)}`;
  if (random.chance(double)) lastName += ` ${familyName(random, tongue)}`;
  return { firstName, lastName };
}

/** Whether names of the language have a script of their own. */
export function hasOwnScript(tongue: Tongue): boolean {
  return pools.get(tongue)?.first.some(([own]) => !isLatin(own)) ?? false;
}

/** In Latin letters, as all of these. */
export function familyName(random: Random, tongue: Tongue): string {
  const pool = pools.get(tongue);
  if (pool) return random.pick(pool.last)[1];
  const { stems, endings } = generated[tongue as keyof typeof generated];
  return random.pick(stems) + random.pick(endings);
}

export function firstName(random: Random, tongue: Tongue): string {
  const pool = pools.get(tongue);
  if (pool) return random.pick(pool.first)[1];
  return random.pick(generated[tongue as keyof typeof generated].first);
}

/** ASCII letters only, for use in an e-mail address. */
export function plainWord(text: string): string {
  return romanized(latinSpellings.get(text) ?? text).replace(/[^a-z]/g, "");
}

const nonsense =
  "asdf asdfgh asdasd qwerty qwertz qwe test testing abc aaa xxx sdfg sdfghj lkjhg jkl fghj dsa poi zxc".split(
    " ",
  );

/** Random keystrokes, entered where any name will do. */
export function mashed(random: Random): { firstName: string; lastName: string } {
  const word = () =>
    random.chance(0.75)
      ? random.pick(nonsense)
      : Array.from({ length: random.int(2, 8) }, () =>
          random.pick([..."asdfghjklqwertzuiop"]),
        ).join("");
  const first = random.chance(0.35) ? "test" : word();
  return { firstName: first, lastName: random.chance(0.3) ? first : word() };
}
