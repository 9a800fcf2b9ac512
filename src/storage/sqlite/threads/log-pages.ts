/** From which length on the log of `events.db` is copied into the file, and by whom. Pages of 4 KiB. */

/**
 * The writer copies the log itself from so many pages on: in a command, which has no checkpointer thread, and
 * where that thread is late. Each portion waits for the disk twice, however small it is: with 200 pages that
 * took 16 % of the writer's time at 1,500 decisions a second, with 1,000 it takes 7. SQLite itself does it
 * within the commit that makes the log too long (open.ts), for which every decision of that group waits; it
 * still does where readers keep the log from being copied.
 */
export const portionPages = 1000;

/**
 * While decisions arrive, the checkpointer never copies all of the log, and only a log of which all was copied
 * begins again. So the writer copies the rest of a long log, where that is short. What arrives meanwhile waits
 * for the disk twice: the longer the log, the more seldom. Of a long log, the checkpointer copies what was
 * added while it copied as well, so that the rest becomes short however much is written.
 */
export const longLogPages = 4000;
export const shortRestPages = 100;
