/** In this order, as most browsers also name the ones they derive from. */
const browsers = { Edg: "Edge", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" };
const systems = {
  Windows: "Windows",
  iPhone: "iOS",
  iPad: "iOS",
  Android: "Android",
  "Mac OS X": "macOS",
  Linux: "Linux",
};

/** The names of the browser and the operating system, from the User-Agent. */
export function browserName(userAgent: string | null): string {
  const text = userAgent ?? "";
  const browser = Object.entries(browsers).find(([token]) => text.includes(`${token}/`));
  const system = Object.entries(systems).find(([token]) => text.includes(token));
  const name = browser?.[1] ?? "Unknown browser";
  return system ? `${name} on ${system[1]}` : name;
}
