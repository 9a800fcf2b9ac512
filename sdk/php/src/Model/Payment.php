<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** What you know of the payment. Never a card number, a security code or other data of the card. */
final class Payment implements \JsonSerializable
{
    public function __construct(
        public readonly ?string $method = null,
        /** Your payment processor's token or fingerprint, the same for each use of one card or account. Never the card number: what looks like one is refused. */
        public readonly ?string $instrumentId = null,
        /** The first 6 to 8 digits of the card number, and no more of it. */
        public readonly ?string $bin = null,
        /** Whether the card was issued in the country of the billing address. */
        public readonly ?bool $billingCountryMatch = null,
        public readonly ?string $avs = null,
        public readonly ?string $cvc = null,
        public readonly ?string $threeDSecure = null,
        /** Payments for this booking that were declined before this request. */
        public readonly ?int $previousDeclines = null,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            method: !isset($json['method']) ? null : $json['method'],
            instrumentId: !isset($json['instrumentId']) ? null : $json['instrumentId'],
            bin: !isset($json['bin']) ? null : $json['bin'],
            billingCountryMatch: !isset($json['billingCountryMatch']) ? null : $json['billingCountryMatch'],
            avs: !isset($json['avs']) ? null : $json['avs'],
            cvc: !isset($json['cvc']) ? null : $json['cvc'],
            threeDSecure: !isset($json['threeDSecure']) ? null : $json['threeDSecure'],
            previousDeclines: !isset($json['previousDeclines']) ? null : $json['previousDeclines'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'method' => $this->method,
                'instrumentId' => $this->instrumentId,
                'bin' => $this->bin,
                'billingCountryMatch' => $this->billingCountryMatch,
                'avs' => $this->avs,
                'cvc' => $this->cvc,
                'threeDSecure' => $this->threeDSecure,
                'previousDeclines' => $this->previousDeclines,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
