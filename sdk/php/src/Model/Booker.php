<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The person who places the booking. */
final class Booker implements \JsonSerializable
{
    public function __construct(
        /** Given name. */
        public readonly string $firstName,
        /** Family name. */
        public readonly string $lastName,
        /** E-mail address. */
        public readonly string $email,
        /** Phone number in E.164 format. */
        public readonly string $phone,
        /** Your own identifier for the booker. */
        public readonly ?string $referenceId = null,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            referenceId: !isset($json['referenceId']) ? null : $json['referenceId'],
            firstName: $json['firstName'],
            lastName: $json['lastName'],
            email: $json['email'],
            phone: $json['phone'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'referenceId' => $this->referenceId,
                'firstName' => $this->firstName,
                'lastName' => $this->lastName,
                'email' => $this->email,
                'phone' => $this->phone,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
