/** Line icons on a grid of 20, drawn for this dashboard. */
const paths = {
  key: "M12.7 11.3a4 4 0 1 0-3-3L3 15v2.5h2.5V15.5h2V13.5h2l1.2-1.2M13.3 6.7h.01",
  gear: "M10 12.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M4.7 15.3l1.4-1.4M13.9 6.1l1.4-1.4",
  people:
    "M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 16.5c.4-2.7 2.6-4.5 5.5-4.5s5.1 1.8 5.5 4.5M13 4a2.8 2.8 0 0 1 0 5.4M15 12.3c1.6.600 2.7 2.1 3 4.2",
  person:
    "M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3.5 17c.600-3 3.2-4.8 6.5-4.8s5.9 1.8 6.5 4.8",
  projects: "M3 5.5 10 2.5l7 3-7 3-7-3ZM3 10l7 3 7-3M3 14.3l7 3 7-3",
  clock: "M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 6v4.2l2.8 1.8",
  search: "M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12ZM13.4 13.4 17 17",
  plus: "M10 4v12M4 10h12",
  dots: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  check: "m4 10.5 4 4 8-9",
  copy: "M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7Z",
  close: "m5 5 10 10M15 5 5 15",
  chevrons: "m6.5 7.5 3.5-3.5 3.5 3.5M6.5 12.5l3.5 3.5 3.5-3.5",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  moon: "M16.5 12A7 7 0 0 1 8 3.5 7 7 0 1 0 16.5 12Z",
  out: "M12 6V4.5A1.5 1.5 0 0 0 10.5 3h-5A1.5 1.5 0 0 0 4 4.5v11A1.5 1.5 0 0 0 5.5 17h5a1.5 1.5 0 0 0 1.5-1.5V14M8.5 10H17m-2.5-3 3 3-3 3",
  warn: "M10 3 2.3 16.5h15.4L10 3ZM10 8v4M10 14.3h.01",
  info: "M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 9.2v4.3M10 6.5h.01",
  turn: "M16.5 10a6.5 6.5 0 0 1-11.7 3.9M3.5 10a6.5 6.5 0 0 1 11.7-3.9M15.5 2.5v3.8h-3.8M4.5 17.5v-3.8h3.8",
  archive: "M3 4h14v3.5H3V4ZM4.5 7.5V15A1.5 1.5 0 0 0 6 16.5h8a1.5 1.5 0 0 0 1.5-1.5V7.5M8 11h4",
  keyboard: "M2.5 5.5h15v9h-15v-9ZM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 11.7h7",
  shield: "M10 2.5 4 5v4.5c0 3.7 2.5 6.7 6 8 3.5-1.3 6-4.3 6-8V5l-6-2.5ZM7.5 9.8l1.8 1.9 3.3-3.6",
  globe:
    "M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM2.5 10h15M10 2.5c2.2 2 3.3 4.5 3.3 7.5S12.2 15.5 10 17.5C7.8 15.5 6.7 13 6.7 10S7.8 4.5 10 2.5Z",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "dots" ? 2.4 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#4f46e5" />
      <path
        d="M9 20.5a7 7 0 0 1 14 0M16 20.5l3.6-5"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}
