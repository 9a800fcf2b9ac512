/** Entry point: renders the dashboard. */
import "./styles/base.css";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { ApiProblem } from "./api/client.ts";
import { sessionKey } from "./api/session.ts";
import { App } from "./app.tsx";
import { Toasts } from "./components/toast.tsx";

const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: signedOut }),
  mutationCache: new MutationCache({ onError: signedOut }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Retrying does not change a 4xx response.
      retry: (count, error) => count < 2 && !(error instanceof ApiProblem && error.status < 500),
    },
    // A change that cannot be sent fails at once: sent later, it would be made after its form was cancelled.
    mutations: { networkMode: "always" },
  },
});

/** When the session has ended, any failed request leads to the sign-in page. */
function signedOut(error: unknown): void {
  if (!(error instanceof ApiProblem) || error.code !== "not_signed_in") return;
  const me = client.getQueryData<{ me: unknown }>(sessionKey)?.me;
  if (me) void client.invalidateQueries({ queryKey: sessionKey });
}

createRoot(document.getElementById("root")!).render(
  <QueryClientProvider client={client}>
    <App />
    <Toasts />
  </QueryClientProvider>,
);
