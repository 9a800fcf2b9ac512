import { type Example, keyVariable } from "./example.ts";
import * as literals from "./literals.ts";

export const php = ({ url, hotel, checkIn, checkOut }: Example) => `\
<?php

/** The decision, or null where there was none in time: then your own rule holds. */
function assess(array $attempt): ?array
{
    $answer = @file_get_contents(${literals.php(`${url}/v1/risk`)}, false, stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Content-Type: application/json',
            'X-Service-Key: ' . getenv('${keyVariable}'),
            'Idempotency-Key: ' . $attempt['requestId'], // Asked again, it is the same attempt.
        ],
        'content' => json_encode($attempt),
        'timeout' => 2, // Seconds. A guest is waiting.
        'ignore_errors' => true, // A refusal says why.
    ]]));
    $decision = json_decode((string) $answer, true);
    if (isset($decision['suggestedAction'])) {
        return $decision;
    }
    error_log('Booking Risk: ' . ($answer ?: 'no answer'));
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
    'requestId' => 'checkout-' . bin2hex(random_bytes(16)), // One for each attempt to book.
]);
if ($decision === null) {
    echo "book, and have somebody look at it\\n"; // Or refuse: that is yours to choose.
} elseif ($decision['suggestedAction'] === 'deny') {
    echo "refuse {$decision['decisionId']}\\n";
} else {
    echo "book {$decision['decisionId']}\\n"; // Store the id with the order.
}
`;
