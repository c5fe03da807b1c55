// SPDX-License-Identifier: Apache-2.0
// A disk that is full, for root, too.
#pragma once

#include <signal.h>
#include <sys/resource.h>

namespace mantissa {

/// While it lives no file of this process can grow beyond so many bytes: writing more fails with EFBIG.
class FileLimit {
  public:
    explicit FileLimit(rlim_t bytes) : signal_(::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        ::signal(SIGXFSZ, signal_);
    }
    FileLimit(const FileLimit&) = delete;
    FileLimit& operator=(const FileLimit&) = delete;

  private:
    sighandler_t signal_;
    rlimit before_{};
};

}  // namespace mantissa
