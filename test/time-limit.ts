/**
 * How long a test, and what runs before and after it, may take where it names no limit of its own: ten minutes,
 * which only a test that hangs needs. On a slow machine beside others, a test of 20 s has taken more than 120 s.
 */
import { setDefaultTimeout } from "bun:test";

setDefaultTimeout(10 * 60_000);
