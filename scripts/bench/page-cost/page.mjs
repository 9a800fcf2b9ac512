// A typical hotel page: text, pictures, a booking form, reviews, a list of links. It has no script of its
// own, so that every script that runs in it belongs to the candidate.

const rooms = [
  ["Harbour single", 96, "Under the roof, with a skylight over the bed and a desk at the window."],
  [
    "Harbour double",
    138,
    "Two windows on the old quay. The ferries leave at seven; you will hear.",
  ],
  ["Garden double", 152, "Ground floor, with a door to the garden and two chairs of its own."],
  ["Corner double", 174, "Light from two sides, a bath with a view, and the tram far below."],
  ["Family room", 212, "One large bed, two bunks behind a curtain, and a table for four."],
  ["Tower suite", 318, "Three floors of the old tower, the top one all windows. Ninety steps."],
  ["Boat house", 264, "Across the yard, on the water: a stove, a small kitchen, a rowing boat."],
  [
    "Attic studio",
    188,
    "For a week or a month, with a kitchen, a washing machine and a long desk.",
  ],
];

const reviews = [
  ["Marta", "We came for two nights and stayed five. Breakfast until noon is a fine invention."],
  ["Joseph", "Quiet, clean, kind people. The stairs to the tower are steep, as they tell you."],
  ["Ines", "The garden room in May, with the lilac out. The bicycles could do with new brakes."],
  ["Henrik", "Late arrival, key in the box, soup on the stove. I have written to all my friends."],
  ["Li Na", "Good desk, good light, good network. The church bells start at six, every day."],
  ["Amadou", "Our children want to live in the boat house for ever. So do we."],
];

const places = ["Old quay", "Fish market", "Ferry pier", "Town hall", "Botanical garden"];
const subjects = ["Opening hours", "How to get there", "With children", "When it rains"];

const about = `The house was built in 1871 for a trader in timber, and has been a warehouse, a
school and, for one winter, a theatre. Since 1994 it has been a hotel with few rooms and a long
breakfast. The station is eleven minutes on foot, the ferry four. Dogs are welcome, and cars are
better left outside the old town.`;

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#223}
header,main,footer{max-width:1080px;margin:auto;padding:16px}
form{display:grid;grid-template-columns:repeat(3,1fr);gap:12px;padding:16px;background:#eef2f4}
label{display:grid;gap:4px}input,select,textarea,button{font:inherit;padding:8px}
.wide{grid-column:1/-1}.tick{display:flex}
.rooms{display:grid;grid-template-columns:repeat(2,1fr);gap:24px}
article img{width:100%;height:240px;object-fit:cover}
.links{columns:4;list-style:none;padding:0}blockquote{margin:0 0 16px}`;

/** @param {string} tag The candidate's script tag, or nothing. */
export function hotelPage(tag) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Alder &amp; Quay · Hotels by the water</title>
<link rel="icon" href="data:,"><style>${style}</style>
${tag}
</head><body>
<header><h1>Alder &amp; Quay</h1><p>Hotels by the water</p></header>
<main>${form}
<h2>The hotel</h2>${`<p>${about}</p>`.repeat(3)}
<h2>Rooms</h2><section class="rooms">${rooms.map(room).join("")}</section>
<h2>What guests say</h2>${reviews.map(review).join("")}
<h2>In the town</h2><ul class="links">${links()}</ul></main>
<footer><p>Alder &amp; Quay is a fictional hotel.</p></footer>
</body></html>`;
}

const form = `<form action="/booked" method="post">
<label>First name<input id="first-name" name="first_name" autocomplete="given-name"></label>
<label>Last name<input id="last-name" name="last_name" autocomplete="family-name"></label>
<label>E-mail<input id="email" name="email" type="email" autocomplete="email"></label>
<label>Telephone<input id="phone" name="phone" type="tel" autocomplete="tel"></label>
<label>Arrival<input name="arrival" type="date" value="2027-05-14"></label>
<label>Nights<select name="nights"><option>1<option>2<option selected>3<option>4</select></label>
<label class="wide">Wishes<textarea id="wishes" name="wishes" rows="2"></textarea></label>
<label class="tick"><input id="breakfast" name="breakfast" type="checkbox">Breakfast</label>
<button id="availability" type="button">Look for other days</button>
<button type="submit">Book</button></form>`;

const room = ([name, price, text], number) =>
  `<article><img src="/pictures/${number}.svg" alt="" width="520" height="240">
  <h3>${name}</h3><p>${text}</p><p>€ ${price} a night, breakfast included.
  <a href="/rooms/${number}">See the room</a></p></article>`;

const review = ([name, text]) => `<blockquote><p>${text}</p><footer>${name}</footer></blockquote>`;

const links = () =>
  places
    .flatMap((place) => subjects.map((subject) => `${place}: ${subject.toLowerCase()}`))
    .map((text, number) => `<li><a href="/town/${number}">${text}</a></li>`)
    .join("");

/** A picture of two hundred shapes, different for each number. */
export function picture(number) {
  const shapes = Array.from({ length: 200 }, (_, index) => {
    const x = (index * 83 + number * 47) % 520;
    const y = (index * 29 + number * 13) % 240;
    const hue = (index * 7 + number * 40) % 360;
    return `<circle cx="${x}" cy="${y}" r="${8 + (index % 30)}" fill="hsl(${hue} 40% 60% / .5)"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 240">${shapes.join("")}</svg>`;
}
