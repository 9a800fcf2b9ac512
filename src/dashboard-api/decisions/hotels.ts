import type { Room } from "./room.ts";

const suggestedAtOnce = 8;

export interface SuggestedHotel {
  /** What a view names it by: the most exact that it has. */
  text: string;
  name: string;
  country: string;
}

/** A project's hotels that have a text in their name or identifiers. */
export async function suggestHotels(
  { decisions }: Pick<Room, "decisions">,
  projectId: string,
  text: string,
): Promise<SuggestedHotel[]> {
  const found = await decisions.hotels.like(projectId, text.trim(), suggestedAtOnce);
  return found.map(({ referenceId, giataId, name, country }) => ({
    text: referenceId || giataId || name,
    ...{ name, country },
  }));
}
