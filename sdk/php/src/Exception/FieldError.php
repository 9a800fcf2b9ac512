<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** A field that is missing or invalid. */
final class FieldError
{
    public function __construct(
        /** JSON Pointer (RFC 6901) to the field, as in `/booker/email`. */
        public readonly string $pointer,
        /** What the field must be. */
        public readonly string $message,
    ) {
    }
}
