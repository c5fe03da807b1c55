// SPDX-License-Identifier: Apache-2.0
// SHA-256 through OpenSSL's EVP interface.
#include "engine/base/sha256.h"

#include <openssl/evp.h>

#include <array>

#include "engine/base/error.h"

namespace mantissa {

struct Sha256::Context {
    EVP_MD_CTX* handle = EVP_MD_CTX_new();
    ~Context() { EVP_MD_CTX_free(handle); }
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
    if (!context_->handle || EVP_DigestInit_ex(context_->handle, EVP_sha256(), nullptr) != 1)
        throw Error(ErrorCode::failed, say("OpenSSL offers no SHA-256"), "libcrypto");
}

Sha256::~Sha256() = default;

void Sha256::add(std::span<const std::byte> bytes) {
    EVP_DigestUpdate(context_->handle, bytes.data(), bytes.size());
}

std::string Sha256::hex_so_far() const {
    Sha256 copy;
    EVP_MD_CTX_copy_ex(copy.context_->handle, context_->handle);
    return copy.hex();
}

std::string Sha256::hex() {
    std::array<unsigned char, 32> digest{};
    unsigned int length = 0;
    EVP_DigestFinal_ex(context_->handle, digest.data(), &length);
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    text.reserve(64);
    for (unsigned char byte : digest) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

std::string sha256_hex(std::span<const std::byte> bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.hex();
}

}  // namespace mantissa
