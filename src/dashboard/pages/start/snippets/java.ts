import { type Example, keyVariable } from "./example.ts";
import { jsonInTextBlock, java as literal } from "./literals.ts";

/** Long because it is a complete program. */
export const java = ({ url, hotel, checkIn, checkOut }: Example) => `\
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

class BookingRisk {
    record Decision(String decisionId, String suggestedAction) {}

    static final HttpClient client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Returns the decision, or nothing if there is none in time: then your own rule applies. */
    static Optional<Decision> assess(String attempt, String requestId) {
        try {
            var request = HttpRequest.newBuilder(URI.create(${literal(`${url}/v1/risk`)}))
                .header("Content-Type", "application/json")
                .header("X-Service-Key", System.getenv().getOrDefault("${keyVariable}", ""))
                .header("Idempotency-Key", requestId) // A repeated request is the same attempt.
                .POST(HttpRequest.BodyPublishers.ofString(attempt))
                .timeout(Duration.ofSeconds(2)) // A guest is waiting.
                .build();
            var response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() == 200) {
                var json = response.body();
                return Optional.of(
                    new Decision(text(json, "decisionId"), text(json, "suggestedAction")));
            }
            System.err.println("Booking Risk: " + response.statusCode() + " " + response.body());
        } catch (IOException | RuntimeException error) {
            System.err.println("Booking Risk: " + error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    /** Java has no built-in JSON support. If you have a JSON library, use that instead. */
    static String text(String json, String name) {
        var found = Pattern.compile("\\"" + name + "\\":\\"([^\\"]*)\\"").matcher(json);
        if (!found.find()) throw new IllegalStateException("no " + name + " in the response");
        return found.group(1);
    }

    public static void main(String[] args) {
        // Right before you commit the reservation. The collectionId comes from your page:
        // window.Service?.getCollectionId()
        var requestId = "checkout-" + UUID.randomUUID(); // One for each booking attempt.
        var attempt = """
            {
              "collectionId": null,
              "booker": { "firstName": "Ada", "lastName": "Lovelace",
                          "email": "ada@example.com", "phone": "+351912345678" },
              "hotel": { "name": ${jsonInTextBlock(hotel)}, "country": "PT" },
              "booking": { "checkIn": "${checkIn}", "checkOut": "${checkOut}" },
              "requestId": "%s"
            }
            """.formatted(requestId);
        var decision = assess(attempt, requestId);
        if (decision.isEmpty()) {
            // Or refuse: the choice is yours.
            System.out.println("book, and review it manually");
        } else if (decision.get().suggestedAction().equals("deny")) {
            System.out.println("refuse " + decision.get().decisionId());
        } else {
            // Store the ID with the order.
            System.out.println("book " + decision.get().decisionId());
        }
    }
}
`;
