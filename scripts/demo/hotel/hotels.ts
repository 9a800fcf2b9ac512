/** The fictional hotels and their rooms. */

export interface Room {
  id: string;
  name: string;
  about: string;
  sleeps: number;
  /** Whole euros a night. */
  price: number;
}

export interface Hotel {
  id: string;
  name: string;
  city: string;
  country: string;
  address: string;
  giataId: string;
  about: string;
  rooms: Room[];
}

const room = (id: string, name: string, about: string, sleeps: number, price: number): Room => ({
  id,
  name,
  about,
  sleeps,
  price,
});

export const hotels: Hotel[] = [
  {
    id: "lisbon",
    name: "Alder & Quay Lisbon",
    city: "Lisbon",
    country: "PT",
    address: "Rua do Cais 18, 1200-109 Lisboa",
    giataId: "900101",
    about: "A former rope store by the river, ten minutes from the Alfama.",
    rooms: [
      room("courtyard", "Courtyard room", "Quiet, on the inner garden. Queen bed.", 2, 142),
      room("river", "River room", "High windows over the Tagus. King bed.", 2, 198),
      room("loft", "Family loft", "Two floors under the roof. Four beds.", 4, 264),
    ],
  },
  {
    id: "copenhagen",
    name: "Alder & Quay Copenhagen",
    city: "Copenhagen",
    country: "DK",
    address: "Kvæsthusgade 4, 1251 København",
    giataId: "900102",
    about: "A customs house on the harbour, with a bathing jetty of its own.",
    rooms: [
      room("cabin", "Cabin", "Small and warm, made for one night well slept.", 1, 128),
      room("harbour", "Harbour room", "Bay window on the water. King bed.", 2, 236),
      room("corner", "Corner suite", "Two rooms and a long table. Sofa bed.", 4, 388),
    ],
  },
  {
    id: "ljubljana",
    name: "Alder & Quay Ljubljana",
    city: "Ljubljana",
    country: "SI",
    address: "Gallusovo nabrežje 31, 1000 Ljubljana",
    giataId: "900103",
    about: "Four town houses joined by a staircase, below the castle.",
    rooms: [
      room("garden", "Garden room", "Opens on the lime tree. Queen bed.", 2, 96),
      room("castle", "Castle room", "The castle from your pillow. King bed.", 2, 134),
    ],
  },
];
