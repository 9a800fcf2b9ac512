/** Where the commands of these pages find the data. The database's URL may have a password, which no page shows. */
import type { DataPlace } from "../../http/dashboard-api/data-place.ts";

export function WhereToRun({ isOnPostgres }: Pick<DataPlace, "isOnPostgres">) {
  if (!isOnPostgres) return "on the machine that runs the service";
  return (
    <>
      with the service’s <code>DATABASE_URL_FILE</code> or <code>DATABASE_URL</code> in the
      environment
    </>
  );
}
