<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** The service refused the request, or failed: RFC 9457's problem as an error. */
class ApiError extends BookingRiskError
{
    private const CLASSES = [
        'missing_key' => AuthenticationError::class,
        'invalid_key' => AuthenticationError::class,
        'revoked_key' => AuthenticationError::class,
        'expired_key' => AuthenticationError::class,
        'key_mode_mismatch' => PermissionError::class,
        'address_not_allowed' => PermissionError::class,
        'not_found' => NotFoundError::class,
        'idempotency_conflict' => IdempotencyConflictError::class,
        'validation_failed' => ValidationError::class,
        'rate_limited' => RateLimitedError::class,
        'unavailable' => UnavailableError::class,
    ];

    final public function __construct(
        /** The status code of the response. */
        public readonly int $status,
        /** To branch on. A newer service may have codes that this version does not know. */
        public readonly string $problemCode,
        public readonly string $detail,
        /** The `requestId` that was sent, or null if the service could not read it. */
        public readonly ?string $requestId,
        /** The service's own ID of the request, as in its log; null where it sent none. */
        public readonly ?string $logId,
        /** How long to wait before another call, where the service said so. */
        public readonly ?int $retryAfterSeconds,
        /** @var list<FieldError> Each invalid field. Empty except in a ValidationError. */
        public readonly array $errors,
    ) {
        $faults = '';
        foreach ($errors as $one) {
            $faults .= " {$one->pointer} {$one->message}.";
        }
        parent::__construct("{$problemCode} ({$status}): {$detail}{$faults}");
    }

    /**
     * The error that a response tells. A proxy may have written it instead of the service.
     *
     * @param array<string, string> $headers by their names in small letters
     */
    public static function of(int $status, array $headers, string $body): self
    {
        $problem = \json_decode($body, true);
        $text = static fn (string $name): ?string =>
            \is_array($problem) && \is_string($problem[$name] ?? null) ? $problem[$name] : null;
        $code = $text('code') ?? 'unexpected_response';
        $seconds = $headers['retry-after'] ?? '';
        $errors = [];
        foreach (\is_array($problem['errors'] ?? null) ? $problem['errors'] : [] as $one) {
            if (\is_string($one['pointer'] ?? null) && \is_string($one['message'] ?? null)) {
                $errors[] = new FieldError($one['pointer'], $one['message']);
            }
        }
        $class = self::CLASSES[$code] ?? self::class;
        return new $class(
            $status,
            $code,
            $text('detail') ?? 'The response is not one of Booking Risk. '
                . 'Check the address and what is in between.',
            $text('requestId'),
            $headers['x-request-id'] ?? null,
            \preg_match('/^\d{1,9}$/D', $seconds) === 1 ? (int) $seconds : null,
            $errors,
        );
    }
}
