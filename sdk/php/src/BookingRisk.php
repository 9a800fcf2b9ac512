<?php

declare(strict_types=1);

namespace BookingRisk;

use BookingRisk\Exception\ApiError;
use BookingRisk\Exception\BookingRiskError;
use BookingRisk\Exception\ConnectionError;
use BookingRisk\Exception\TimeoutError;
use BookingRisk\Model\Decision;
use BookingRisk\Model\ExplainedDecision;
use BookingRisk\Model\ListEntry;
use BookingRisk\Model\ListEntryPage;
use BookingRisk\Model\NewListEntry;
use BookingRisk\Model\Outcome;
use BookingRisk\Model\OutcomeReport;
use BookingRisk\Model\RiskRequest;

/** The calls of a merchant's server. One client keeps its connection open for its next call. */
final class BookingRisk
{
    public const VERSION = '0.1.0';

    private const SCORE_TIMEOUT = 2.0; // A guest is waiting.
    private const OTHER_TIMEOUT = 10.0; // An answer waits for reasons for at most 3 seconds.
    private const FIRST_WAIT = 0.1; // Before the first repetition; it doubles, and half is random.
    /** Nothing was decided, or the same answer will be given: all calls are safe to repeat. */
    private const RETRIED_STATUSES = [408, 429, 502, 503, 504];

    private readonly string $baseUrl;
    /** Returns the key: a closure, because var_export shows the properties of an object. */
    private readonly \Closure $secretKey;
    private ?\CurlHandle $curl = null;

    /**
     * @param string $baseUrl the address of the service, such as https://risk.example.com
     * @param string $secretKey a secret key (sk_…) of the project
     * @param float|null $timeout seconds of a whole call, its retries included; by default 2 to
     *     score, else 10
     * @param int $maxRetries repetitions after a first attempt that failed
     * @throws \InvalidArgumentException if the address or the key cannot be one; without the key
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] string $secretKey,
        private readonly ?float $timeout = null,
        private readonly int $maxRetries = 2,
    ) {
        if (\preg_match('~^https?://[^/?#@\s]+(/[^?#\s]*)?$~D', $baseUrl) !== 1) {
            throw new \InvalidArgumentException(
                'baseUrl must be an address such as https://risk.example.com'
            );
        }
        if (\preg_match('/^sk_[0-9A-Za-z]+$/D', $secretKey) !== 1) {
            throw new \InvalidArgumentException(
                'secretKey must be a secret key of the project: sk_ and letters and digits'
            );
        }
        $this->baseUrl = \rtrim($baseUrl, '/');
        $this->secretKey = self::hidden($secretKey);
    }

    /**
     * Scores a booking attempt. Call it right before you commit the reservation. Without a decision,
     * apply your own rule.
     *
     * @param string|null $idempotencyKey the same key with the same request within 24 hours gets the
     *     stored decision again. By default a new one for each call, kept through its retries. 1 to 255
     *     printable ASCII characters.
     * @throws BookingRiskError
     * @throws \InvalidArgumentException before anything is sent, if the key or the request cannot be one
     */
    public function score(
        RiskRequest $request,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $maxRetries = null,
    ): Decision {
        $idempotencyKey ??= self::uuid();
        if (\preg_match('/^[ -~]{1,255}$/D', $idempotencyKey) !== 1) {
            throw new \InvalidArgumentException(
                'idempotencyKey must be 1 to 255 printable ASCII characters'
            );
        }
        return $this->call(
            'POST',
            '/v1/risk',
            $request,
            ["Idempotency-Key: {$idempotencyKey}"],
            'decisionId',
            Decision::fromArray(...),
            $timeout ?? $this->timeout ?? self::SCORE_TIMEOUT,
            $maxRetries,
        );
    }

    /**
     * A decision with its outcome and its strongest reasons, for your support and your records.
     *
     * @throws BookingRiskError
     */
    public function getDecision(
        string $decisionId,
        ?float $timeout = null,
        ?int $maxRetries = null,
    ): ExplainedDecision {
        return $this->call(
            'GET',
            '/v1/decisions/' . \rawurlencode($decisionId),
            null,
            [],
            'decisionId',
            ExplainedDecision::fromArray(...),
            $timeout ?? $this->timeout ?? self::OTHER_TIMEOUT,
            $maxRetries,
        );
    }

    /**
     * Reports how a booking ended. The newest report counts, and repeating one changes nothing.
     *
     * @throws BookingRiskError
     */
    public function reportOutcome(
        string $decisionId,
        OutcomeReport $report,
        ?float $timeout = null,
        ?int $maxRetries = null,
    ): Outcome {
        return $this->call(
            'POST',
            '/v1/decisions/' . \rawurlencode($decisionId) . '/outcome',
            $report,
            [],
            'decisionId',
            Outcome::fromArray(...),
            $timeout ?? $this->timeout ?? self::OTHER_TIMEOUT,
            $maxRetries,
        );
    }

    /**
     * Adds an entry to a list, such as ListKind::DENY. If the value is in the list already, returns the
     * entry that has it, unchanged.
     *
     * @throws BookingRiskError
     */
    public function addListEntry(
        string $kind,
        NewListEntry $entry,
        ?float $timeout = null,
        ?int $maxRetries = null,
    ): ListEntry {
        return $this->call(
            'POST',
            self::listPath($kind),
            $entry,
            [],
            'entryId',
            ListEntry::fromArray(...),
            $timeout ?? $this->timeout ?? self::OTHER_TIMEOUT,
            $maxRetries,
        );
    }

    /**
     * A page of a list, newest entry first.
     *
     * @param bool $archived the archived entries instead of the others
     * @param int|null $limit entries of the page at most: 1 to 200, which is the default
     * @param string|null $cursor next of the page before; without it: the first page
     * @throws BookingRiskError
     */
    public function listEntries(
        string $kind,
        bool $archived = false,
        ?int $limit = null,
        ?string $cursor = null,
        ?float $timeout = null,
        ?int $maxRetries = null,
    ): ListEntryPage {
        $query = \http_build_query([
            'archived' => $archived ? 'true' : null,
            'limit' => $limit,
            'cursor' => $cursor,
        ]);
        return $this->call(
            'GET',
            self::listPath($kind) . "?{$query}",
            null,
            [],
            'entries',
            ListEntryPage::fromArray(...),
            $timeout ?? $this->timeout ?? self::OTHER_TIMEOUT,
            $maxRetries,
        );
    }

    /**
     * Archives an entry: it applies to no request that is made afterwards. Repeating it changes nothing.
     *
     * @throws BookingRiskError
     */
    public function archiveListEntry(
        string $kind,
        string $entryId,
        ?float $timeout = null,
        ?int $maxRetries = null,
    ): ListEntry {
        return $this->call(
            'POST',
            self::listPath($kind) . '/' . \rawurlencode($entryId) . '/archive',
            null,
            ['Content-Length: 0'], // Which curl leaves out, and some proxies require.
            'entryId',
            ListEntry::fromArray(...),
            $timeout ?? $this->timeout ?? self::OTHER_TIMEOUT,
            $maxRetries,
        );
    }

    private static function listPath(string $kind): string
    {
        return '/v1/lists/' . \rawurlencode($kind) . '/entries';
    }

    /**
     * @template T
     * @param list<string> $headers
     * @param string $expected what every answer to this call has: an ID, or the entries of a page
     * @param \Closure(array<string, mixed>): T $parse
     * @return T
     */
    private function call(
        string $method,
        string $path,
        ?\JsonSerializable $body,
        array $headers,
        string $expected,
        \Closure $parse,
        float $timeout,
        ?int $maxRetries,
    ): mixed {
        $sent = $body === null ? null : self::json($body);
        $deadline = \microtime(true) + $timeout;
        for ($retry = 0; ; $retry++) {
            try {
                return $this->attempt(
                    $method,
                    $path,
                    $sent,
                    $headers,
                    $expected,
                    $parse,
                    $deadline,
                );
            } catch (BookingRiskError $error) {
                $wait = $retry < ($maxRetries ?? $this->maxRetries)
                    ? self::waitBefore($retry, $error)
                    : null;
                if ($wait === null || \microtime(true) + $wait >= $deadline) {
                    throw $error;
                }
            }
            \usleep((int) ($wait * 1_000_000));
        }
    }

    private function attempt(
        string $method,
        string $path,
        ?string $body,
        array $headers,
        string $expected,
        \Closure $parse,
        float $deadline,
    ): mixed {
        $received = [];
        $this->curl ??= \curl_init();
        \curl_reset($this->curl); // Keeps its connection.
        \curl_setopt_array($this->curl, [
            \CURLOPT_URL => $this->baseUrl . $path,
            \CURLOPT_CUSTOMREQUEST => $method,
            \CURLOPT_HTTPHEADER => [
                'Accept: application/json, application/problem+json',
                'User-Agent: booking-risk-php/' . self::VERSION,
                'X-Service-Key: ' . ($this->secretKey)(),
                'Expect:',
                ...($body === null ? [] : ['Content-Type: application/json']),
                ...$headers,
            ],
            \CURLOPT_RETURNTRANSFER => true,
            \CURLOPT_FOLLOWLOCATION => false, // Another host must not get the key.
            \CURLOPT_NOSIGNAL => true, // Times shorter than a second.
            \CURLOPT_TIMEOUT_MS => \max(1, (int) (($deadline - \microtime(true)) * 1000)),
            \CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$received): int {
                [$name, $value] = [...\explode(':', $line, 2), ''];
                $received[\strtolower(\trim($name))] = \trim($value);
                return \strlen($line);
            },
        ]);
        if ($body !== null) {
            \curl_setopt($this->curl, \CURLOPT_POSTFIELDS, $body);
        }
        $content = \curl_exec($this->curl);
        if (\curl_errno($this->curl) === \CURLE_OPERATION_TIMEDOUT) {
            throw new TimeoutError('no answer in time');
        }
        if (!\is_string($content)) {
            throw new ConnectionError('the service did not answer: ' . \curl_error($this->curl));
        }
        $status = \curl_getinfo($this->curl, \CURLINFO_RESPONSE_CODE);
        $json = \json_decode($content, true);
        if ($status !== 200) {
            throw ApiError::of($status, $received, $content);
        }
        // A proxy may have answered instead, also with 200 and JSON.
        $value = \is_array($json) ? $json[$expected] ?? null : null;
        $isExpected = $expected === 'entries'
            ? \is_array($value)
            : \is_string($value) && $value !== '';
        if (!$isExpected) {
            throw ApiError::of($status, $received, '');
        }
        try {
            return $parse($json);
        } catch (\Throwable) {
            throw ApiError::of($status, $received, '');
        }
    }

    private static function json(\JsonSerializable $body): string
    {
        try {
            // A name that was cut within a character, or is of another encoding, is sent with U+FFFD
            // instead: the booking is scored all the same.
            return \json_encode($body, \JSON_THROW_ON_ERROR | \JSON_INVALID_UTF8_SUBSTITUTE);
        } catch (\JsonException $error) {
            throw new \InvalidArgumentException(
                'the request cannot be written as JSON',
                previous: $error,
            );
        }
    }

    /** Seconds before the next repetition; null where the error is not one to repeat a call after. */
    private static function waitBefore(int $retry, BookingRiskError $error): ?float
    {
        $jitter = \random_int(500, 1000) / 1000 * self::FIRST_WAIT * 2 ** $retry;
        if ($error instanceof ConnectionError) {
            return $jitter;
        }
        if (!$error instanceof ApiError || !\in_array($error->status, self::RETRIED_STATUSES, true)) {
            return null;
        }
        return ($error->retryAfterSeconds ?? 0) + $jitter;
    }

    /** Static, so that the closure has no more than the key. */
    private static function hidden(#[\SensitiveParameter] string $value): \Closure
    {
        return static fn (): string => $value;
    }

    private static function uuid(): string
    {
        $bytes = \random_bytes(16);
        $bytes[6] = \chr(\ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = \chr(\ord($bytes[8]) & 0x3f | 0x80);
        return \vsprintf('%s%s-%s-%s-%s-%s%s%s', \str_split(\bin2hex($bytes), 4));
    }

    /** @return array<string, mixed> what var_dump and print_r show: not the key */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl];
    }
}
