// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the worker for the plans of memory behind the Speed page: each mode at each batch of the curves, then, by
// bisection, the largest batch for a budget. What is planned is kept until the configuration changes.
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <optional>
#include <set>

#include "engine/run/run.pb.h"
#include "ui/models/memory_figures.h"

namespace mantissa::ui {

class EngineClient;

/// Lives on the UI thread; one plan is with the worker at a time, so that commands to a training wait for one at most.
class MemoryPlans : public QObject {
    Q_OBJECT

  public:
    /// `client` outlives it. Nothing is asked before setActive(true) and setSetup().
    explicit MemoryPlans(EngineClient& client, QObject* parent = nullptr);

    /// The configuration whose network is planned; its precision and batch do not matter.
    void setSetup(const run::RunConfig& setup);
    /// Bytes to stay within, on a device that stores the formats natively or on this one.
    void setBudget(std::uint64_t bytes, bool native);
    /// A hidden page asks nothing.
    void setActive(bool active);

    const run::RunConfig& setup() const { return setup_; }
    std::uint64_t budget() const { return budget_; }
    bool native() const { return native_; }
    /// All points known of a mode; empty at first.
    const MemoryPoints& points(run::Precision precision) const;
    /// The curves of all modes are there, but for those with a problem.
    bool curvesComplete() const;
    /// The largest batch of a mode for the budget, nothing while it is looked for.
    std::optional<std::uint32_t> largest(run::Precision precision) const;
    /// By what the products of BF16 run at the largest planned batch of at most `batch` (the least, where all are
    /// larger), and why; null before that is planned, or where the device has none of its own.
    const run::NativeChoice* nativeChoice(std::uint32_t batch) const;
    /// Why a mode could not be planned, in words; empty if it could.
    QString problem(run::Precision precision) const;

    /// How many plans the worker was asked for, ever.
    quint32 questions() const { return questions_; }

  signals:
    /// The curves are complete, an answer for the budget is there, or something went wrong.
    void changed();

  private:
    /// Whether a plan is there, or will never be.
    bool answered(run::Precision precision, std::uint32_t batch) const;
    struct Question {
        quint32 number = 0;  ///< of all that were asked
        run::Precision precision = run::PRECISION_UNSET;
        std::uint32_t batch = 0;
    };
    void askNext();
    void take(const run::Reply& reply);
    bool onlySome(const Question& question) const;
    void ask(run::Precision precision, std::uint32_t batch);
    bool fitsAnswered() const;

    EngineClient& client_;
    run::RunConfig setup_;
    bool known_ = false;  // setup_ was given
    bool active_ = false;
    std::uint64_t budget_ = 0;
    bool native_ = true;
    std::map<run::Precision, MemoryPoints> points_;
    std::map<std::uint32_t, run::NativeChoice> choices_;  // of BF16, by batch
    std::map<run::Precision, QString> problems_;
    std::map<run::Precision, std::set<std::uint32_t>> refused_;  // batches that the network does not take
    std::optional<Question> asked_;
    quint32 questions_ = 0;
};

}  // namespace mantissa::ui
