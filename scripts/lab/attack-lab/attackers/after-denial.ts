/** What campaigns share whose first booking is denied. */
import { ownScript } from "../../../demo/hotel/server.ts";
import type { Visit } from "../kind.ts";
import { type Drive, driveAndClose } from "./drive.ts";

/** @throws Error where the hotel accepted the booking, because the campaign then ends. */
export async function bookAndBeDenied(visit: Visit, how: Drive): Promise<void> {
  const { bookings } = await driveAndClose(visit, how);
  if (!bookings[0]?.denied) throw new Error("the first booking was not denied");
}

const program = { library: "playwright", behaviour: "program" } as const satisfies Drive;

/** The second booking is by the same program, in a browser that blocks the script's files. */
export async function deniedThenWithoutScript(visit: Visit, email: string): Promise<void> {
  await bookAndBeDenied(visit, program);
  const again = { ...visit, person: { ...visit.person, email } };
  const blocked = Object.values(ownScript);
  const { bookings } = await driveAndClose(again, { ...program, blocked });
  if (bookings[0]?.collectionId !== "") throw new Error("the script was not blocked");
}
