<?php
// The program of client-program.ts with the PHP client.

declare(strict_types=1);

require __DIR__ . '/vendor/autoload.php';

use BookingRisk\BookingRisk;
use BookingRisk\Exception\ApiError;
use BookingRisk\Model\NewListEntry;
use BookingRisk\Model\OutcomeReport;
use BookingRisk\Model\RiskRequest;
use BookingRisk\WebhookEvent;

function made(BookingRisk $client, array $call): JsonSerializable
{
    if (isset($call['webhook'])) {
        return WebhookEvent::verify(...$call['webhook']);
    }
    $options = [
        'timeout' => isset($call['timeoutMs']) ? $call['timeoutMs'] / 1000 : null,
        'maxRetries' => $call['maxRetries'] ?? null,
    ];
    if (isset($call['cutName'])) {
        $name = &$call['request']['booker']['firstName'];
        $name = substr($name, 0, $call['cutName']);
    }
    return match ($call['operation']) {
        'getDecision' => $client->getDecision($call['decisionId'], ...$options),
        'reportOutcome' => $client->reportOutcome(
            $call['decisionId'],
            OutcomeReport::fromArray($call['report']),
            ...$options,
        ),
        'addListEntry' => $client->addListEntry(
            $call['kind'],
            NewListEntry::fromArray($call['entry']),
            ...$options,
        ),
        'listEntries' => $client->listEntries($call['kind'], ...$call['page'], ...$options),
        'archiveListEntry' => $client->archiveListEntry($call['kind'], $call['entryId'], ...$options),
        default => $client->score(
            RiskRequest::fromArray($call['request']),
            $call['idempotencyKey'] ?? null,
            ...$options,
        ),
    };
}

function described(Throwable $error): array
{
    $isRefusal = $error instanceof ApiError;
    return [
        'class' => (new ReflectionClass($error))->getShortName(),
        'status' => $isRefusal ? $error->status : null,
        'code' => $isRefusal ? $error->problemCode : null,
        'detail' => $isRefusal ? $error->detail : null,
        'requestId' => $isRefusal ? $error->requestId : null,
        'retryAfterSeconds' => $isRefusal ? $error->retryAfterSeconds : null,
        'errors' => $isRefusal ? $error->errors : [],
    ];
}

function answer(array $call): array
{
    $client = null;
    try {
        $client = new BookingRisk($call['baseUrl'], $call['secretKey']);
        $answer = ['result' => made($client, $call)];
        $error = null;
    } catch (Throwable $error) {
        $answer = ['error' => described($error)];
    }
    ob_start();
    var_dump($client);
    echo print_r($client, true), $error?->getMessage(), "\n", $error?->getTraceAsString();
    return [...$answer, 'printed' => ob_get_clean()];
}

while (($line = fgets(STDIN)) !== false) {
    echo json_encode(answer(json_decode($line, true)), JSON_THROW_ON_ERROR), "\n";
}
