// SPDX-License-Identifier: GPL-3.0-or-later
// Presenter mode, for a projector: one page and nothing else, large type, a halo round the pointer, and beside the
// keys of the window those that a remote control has. What is private (notes, names of machines, paths, the library) is
// put away with the docks, the bars and the other windows of the program. Leaving puts everything back as it was.
#pragma once

#include <QByteArray>
#include <QLabel>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <utility>

class QAction;
class QDockWidget;
class QMainWindow;
class QTabWidget;

namespace mantissa::ui {

/// A ring round the pointer, drawn over whatever is under it; clicks go through.
class PointerHalo : public QWidget {
    Q_OBJECT

  public:
    explicit PointerHalo(QWidget* window);
    /// Puts the middle of the ring at this point of the window.
    void moveTo(QPoint at);

  protected:
    void paintEvent(QPaintEvent* event) override;
};

/// What presenter mode works on; nothing is owned, all outlive the presenter.
struct PresenterParts {
    QMainWindow* window = nullptr;
    QTabWidget* pages = nullptr;
    QList<QWidget*> putAway;            ///< beside the docks, bars and the menu, which are found
    QAction* slow = nullptr;            ///< checkable
    std::function<void(bool)> enlarge;  ///< type and lines for the last row, and back
};

class Presenter : public QObject {
    Q_OBJECT

  public:
    explicit Presenter(PresenterParts parts, QObject* parent = nullptr);
    ~Presenter() override;

    bool on() const { return on_; }
    bool frozen() const;

  public slots:
    void toggle() { on_ ? leave() : enter(); }
    void enter();
    void leave();
    /// The pages stand still while training goes on; they catch up at once when it ends.
    void setFrozen(bool frozen);
    /// A line at the lower edge for some seconds; nothing happens outside presenter mode.
    void hint(const QString& text);

  signals:
    void changed(bool on);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    bool ours(const QObject* watched) const;
    bool handle(int key);
    void putAway();
    void tell(const QString& text, bool stays);
    static QString keys();
    void placeNotes();
    void settle();
    void putLayoutBack();
    void putPlaceBack();

    PresenterParts parts_;
    bool on_ = false;
    QByteArray layout_;
    QList<QDockWidget*> docks_;  // that were shown, and how wide
    QList<int> widths_;
    Qt::WindowStates state_;
    QSize size_;    // of the window before
    QSize frame_;   // what the window manager adds to it
    QPoint place_;  // and where it was
    bool slow_ = false;
    QMetaObject::Connection slowTold_;
    QList<std::pair<QPointer<QWidget>, bool>> before_;   // and whether it was hidden on purpose
    QList<std::pair<QPointer<QAction>, bool>> actions_;  // and whether it was possible
    QPointer<PointerHalo> halo_;
    QPointer<QLabel> note_;
    QTimer noteEnds_;
    QTimer settled_;  // runs while the window system may still give the window its size back
};

}  // namespace mantissa::ui
