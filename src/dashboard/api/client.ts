/** The client of the dashboard's API, typed by the server's routes. */
import { treaty } from "@elysiajs/eden/treaty2";
import type { DashboardApi } from "../../http/dashboard-api/api.ts";

const client = treaty<DashboardApi>(location.origin, { parseDate: false });

/** `api.projects({ projectId }).keys.get()`, and so on. */
export const api = client.dashboard.api;

/** An error response (RFC 9457 problem details), or no response at all. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  /** Error messages by field name. */
  readonly fieldErrors: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown) {
    const { detail, code, errors } = problemOf(body);
    super(detail ?? "The service did not respond. Check that it is running, then try again.");
    this.status = status;
    this.code = code ?? "no_response";
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

type ApiResponse<Data> = Promise<{ data: Data; error: unknown; status: number }>;

/** The data of a response. @throws ApiProblem */
export async function unwrap<Data>(response: ApiResponse<Data>): Promise<NonNullable<Data>> {
  const { data, error, status } = await response;
  if (error) throw new ApiProblem(status, (error as { value?: unknown }).value);
  return data as NonNullable<Data>;
}
