// SPDX-License-Identifier: Apache-2.0
// A disk that is really small, or really read-only, for root, too: a file system in memory that only this process and
// its children see.
#pragma once

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace mantissa {

class SmallDisk {
  public:
    /// Mounts it at `folder`, which exists. Not every system allows that: see ready().
    SmallDisk(std::filesystem::path folder, std::size_t bytes) : folder_(std::move(folder)) {
        ready_ = own_mounts() && ::mount("tmpfs", folder_.c_str(), "tmpfs", MS_NOSUID | MS_NODEV,
                                         ("size=" + std::to_string(bytes)).c_str()) == 0;
    }
    ~SmallDisk() {
        if (ready_) ::umount2(folder_.c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    bool ready() const { return ready_; }
    bool resize(std::size_t bytes) {
        return ::mount(nullptr, folder_.c_str(), nullptr, MS_REMOUNT | MS_NOSUID | MS_NODEV,
                       ("size=" + std::to_string(bytes)).c_str()) == 0;
    }
    bool set_read_only(bool on) {
        return ::mount(nullptr, folder_.c_str(), nullptr,
                       MS_REMOUNT | MS_NOSUID | MS_NODEV | (on ? unsigned{MS_RDONLY} : 0U), nullptr) == 0;
    }

  private:
    /// Once per process: a view of the file systems of its own, for somebody who is not root as root of a user
    /// namespace of its own (which a process with one thread only may enter).
    static bool own_mounts() {
        static const bool done = [] {
            const uid_t user = ::geteuid();
            const gid_t group = ::getegid();
            if (::unshare(CLONE_NEWNS | (user == 0 ? 0 : CLONE_NEWUSER)) != 0) return false;
            if (user != 0 && !(put("/proc/self/setgroups", "deny") &&
                               put("/proc/self/uid_map", "0 " + std::to_string(user) + " 1") &&
                               put("/proc/self/gid_map", "0 " + std::to_string(group) + " 1")))
                return false;
            return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
        }();
        return done;
    }
    static bool put(const char* file, const std::string& text) {
        const int descriptor = ::open(file, O_WRONLY | O_CLOEXEC);
        if (descriptor < 0) return false;
        const bool done = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
        ::close(descriptor);
        return done;
    }

    std::filesystem::path folder_;
    bool ready_ = false;
};

}  // namespace mantissa
