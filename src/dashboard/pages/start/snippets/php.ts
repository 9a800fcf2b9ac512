import { type Example, keyVariable } from "./example.ts";
import * as literals from "./literals.ts";

export const php = ({ url, hotel, checkIn, checkOut }: Example) => `\
<?php

/** Returns the decision, or null if there is none in time: then your own rule applies. */
function assess(array $attempt): ?array
{
    $response = @file_get_contents(${literals.php(`${url}/v1/risk`)}, false, stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Content-Type: application/json',
            'X-Service-Key: ' . getenv('${keyVariable}'),
            'Idempotency-Key: ' . $attempt['requestId'], // A repeated request is the same attempt.
        ],
        'content' => json_encode($attempt),
        'timeout' => 2, // Seconds. A guest is waiting.
        'ignore_errors' => true, // Error responses say what is wrong.
    ]]));
    $decision = json_decode((string) $response, true);
    if (isset($decision['suggestedAction'])) {
        return $decision;
    }
    error_log('Booking Risk: ' . ($response ?: 'no response'));
    return null;
}

// Right before you commit the reservation:
$decision = assess([
    'collectionId' => null, // From your page: window.Service?.getCollectionId()
    'booker' => [
        'firstName' => 'Ada',
        'lastName' => 'Lovelace',
        'email' => 'ada@example.com',
        'phone' => '+351912345678',
    ],
    'hotel' => ['name' => ${literals.php(hotel)}, 'country' => 'PT'],
    'booking' => ['checkIn' => '${checkIn}', 'checkOut' => '${checkOut}'],
    'requestId' => 'checkout-' . bin2hex(random_bytes(16)), // One for each booking attempt.
]);
if ($decision === null) {
    echo "book, and review it manually\\n"; // Or refuse: the choice is yours.
} elseif ($decision['suggestedAction'] === 'deny') {
    echo "refuse {$decision['decisionId']}\\n";
} else {
    echo "book {$decision['decisionId']}\\n"; // Store the ID with the order.
}
`;
