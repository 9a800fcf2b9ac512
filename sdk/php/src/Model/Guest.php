<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** A named guest. */
final class Guest implements \JsonSerializable
{
    public function __construct(
        /** Given name. */
        public readonly ?string $firstName = null,
        /** Family name. */
        public readonly ?string $lastName = null,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            firstName: !isset($json['firstName']) ? null : $json['firstName'],
            lastName: !isset($json['lastName']) ? null : $json['lastName'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'firstName' => $this->firstName,
                'lastName' => $this->lastName,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
