// SPDX-License-Identifier: Apache-2.0
// Stream capture.
#include "engine/cuda/graph_recorder.h"

#include <fmt/format.h>

#include <cstdio>

#include "engine/cuda/runtime.h"

namespace mantissa::cuda {
namespace {

class Graph final : public Recording {
  public:
    Graph(cudaStream_t stream, StartedNames& names, std::vector<const char*> kernels)
        : stream_(stream), names_(names), kernels_(std::move(kernels)) {}
    ~Graph() override {
        (void)cudaStreamSynchronize(stream_);  // it may still run
        if (graph_) (void)cudaGraphExecDestroy(graph_);
    }
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    void instantiate(cudaGraph_t captured) {
        check(cudaGraphInstantiate(&graph_, captured, 0), "cudaGraphInstantiate");
    }
    void launch() override {
        names_.started_again(kernels_);
        if (const cudaError_t status = cudaGraphLaunch(graph_, stream_); status != cudaSuccess)
            check(status, "cudaGraphLaunch", is_lost(status) ? names_.started() : Phrase());
    }

  private:
    cudaStream_t stream_;
    StartedNames& names_;
    std::vector<const char*> kernels_;
    cudaGraphExec_t graph_ = nullptr;
};

}  // namespace

void GraphRecorder::begin() {
    // Other threads do not use the card, but libraries of theirs might: only this thread's calls are watched.
    check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
    recording_ = true;
    names_.collect();
}

std::unique_ptr<Recording> GraphRecorder::end() {
    recording_ = false;
    cudaGraph_t captured = nullptr;
    check(cudaStreamEndCapture(stream_, &captured), "cudaStreamEndCapture");
    auto graph = std::make_unique<Graph>(stream_, names_, names_.collected());
    try {
        graph->instantiate(captured);
    } catch (...) {
        (void)cudaGraphDestroy(captured);
        throw;
    }
    (void)cudaGraphDestroy(captured);
    return graph;
}

void GraphRecorder::abandon() noexcept {
    recording_ = false;
    (void)names_.collected();
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream_, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone) {
        cudaGraph_t captured = nullptr;
        if (cudaStreamEndCapture(stream_, &captured) == cudaSuccess && captured) (void)cudaGraphDestroy(captured);
    }
    (void)cudaGetLastError();
}

void GraphRecorder::gave_up(const std::string& why) {
    fmt::print(stderr, "mantissa-worker: steps are enqueued kernel by kernel, since they cannot be captured: {}\n",
               why);
}

}  // namespace mantissa::cuda
