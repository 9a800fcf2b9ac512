/** The page's end of the dashboard's API, with the types of the doors themselves. */
import { treaty } from "@elysiajs/eden/treaty2";
import type { DashboardApi } from "../../dashboard-api/api.ts";

const client = treaty<DashboardApi>(location.origin, { parseDate: false });

/** `api.projects({ projectId }).keys.get()`, and so on. */
export const api = client.dashboard.api;

/** What a door answered instead: an RFC 9457 problem, or that there was no answer at all. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  /** What is wrong with which field, by its name. */
  readonly fieldErrors: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown) {
    const { detail, code, errors } = problemOf(body);
    super(detail ?? "The service did not answer. Look whether it is running, and try again.");
    this.status = status;
    this.code = code ?? "no_answer";
    this.fieldErrors = Object.fromEntries(
      (errors ?? []).map(({ pointer, message }) => [pointer.replace(/^\//, ""), message]),
    );
  }
}

interface ProblemBody {
  detail?: string;
  code?: string;
  errors?: { pointer: string; message: string }[];
}

function problemOf(body: unknown): ProblemBody {
  return typeof body === "object" && body !== null ? (body as ProblemBody) : {};
}

type Answer<Data> = Promise<{ data: Data; error: unknown; status: number }>;

/** The data of an answer. @throws ApiProblem */
export async function unwrap<Data>(answer: Answer<Data>): Promise<NonNullable<Data>> {
  const { data, error, status } = await answer;
  if (error) throw new ApiProblem(status, (error as { value?: unknown }).value);
  return data as NonNullable<Data>;
}
