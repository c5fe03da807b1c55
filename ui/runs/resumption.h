// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are taken up again from their checkpoints together: every lane of a race paused where it left off, and when
// each was answered, all of them go on. The worker lets lanes that are behind catch up first.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

class EngineClient;

class Resumption : public QObject {
    Q_OBJECT

  public:
    struct Lane {
        QString runId;
        QString name;  ///< What a refusal calls it.
        quint32 lane = 0;
    };

    /// `client` is not owned and must outlive it.
    explicit Resumption(EngineClient& client, QObject* parent = nullptr);

    /// One lane goes on at once; several wait for each other.
    void begin(const std::vector<Lane>& lanes);
    /// A new run begins at the checkpoint of this one, or where `how` says, and waits for the person.
    void rewind(const Lane& lane, run::ResumeRun how = {});

  signals:
    /// A lane was answered.
    void answered();
    /// Lanes that cannot go on, each with the worker's reason, and what to do. Once per begin() at most, when every
    /// lane was answered; the others go on.
    void refused(const QString& sentence, const QString& remedy);

  private:
    struct Refusal {
        Lane lane;
        QString reason;
        QString remedy;
    };
    struct Job {
        std::size_t asked = 0;  // not answered yet
        std::vector<Lane> going;
        std::vector<Refusal> refusals;
        bool race = false;
    };
    void take(Job& job, const Lane& lane, const run::Reply& reply);
    void conclude(const Job& job);
    void tell(const Job& job);

    EngineClient& client_;
};

}  // namespace mantissa::ui
