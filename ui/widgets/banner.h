// SPDX-License-Identifier: GPL-3.0-or-later
// Messages over the top of the page: a sentence, what to do, and a button that does it. Never a modal dialog: the
// training behind it goes on.
#pragma once

#include <QFrame>
#include <QMap>
#include <functional>

class QVBoxLayout;

namespace mantissa::ui {

/// One message.
struct BannerText {
    QString key;        ///< A later message with the same key replaces this one.
    bool error = true;  ///< Else information.
    QString sentence;
    QString remedy;                ///< May be empty.
    QString buttonText;            ///< Empty: no button.
    std::function<void()> action;  ///< What the button does; the message goes away with it.
    QString otherText = {};        ///< Of a second button; empty: none.
    std::function<void()> otherAction = {};
};

class BannerStack : public QWidget {
    Q_OBJECT

  public:
    /// Lies over the upper edge of `page`, in `parent`: what stands below it does not move when a message comes or
    /// goes.
    BannerStack(QWidget* page, QWidget* parent);
    void show(const BannerText& text);
    void dismiss(const QString& key);
    /// Sentence of the message with this key; empty if there is none.
    QString sentence(const QString& key) const;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;

  private:
    void place();

    QWidget* page_;
    QVBoxLayout* column_;
    QMap<QString, QFrame*> frames_;
};

}  // namespace mantissa::ui
