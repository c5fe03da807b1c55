// SPDX-License-Identifier: Apache-2.0
// The texts that a widget paints, in the order of painting.
#pragma once

#include <QPaintEngine>
#include <QStringList>
#include <QWidget>

namespace mantissa::ui {

/// Takes what is painted and keeps the texts alone.
class TextEngine : public QPaintEngine {
  public:
    TextEngine() : QPaintEngine(AllFeatures) {}
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
    void drawTextItem(const QPointF&, const QTextItem& item) override { texts << item.text(); }

    QStringList texts;
};

/// As large as the widget that is painted on it.
class TextDevice : public QPaintDevice {
  public:
    explicit TextDevice(const QSize& size) : size_(size) {}
    QPaintEngine* paintEngine() const override { return &engine_; }
    const QStringList& texts() const { return engine_.texts; }

  protected:
    int metric(PaintDeviceMetric what) const override {
        switch (what) {
            case PdmWidth:
                return size_.width();
            case PdmHeight:
                return size_.height();
            case PdmDevicePixelRatio:
                return 1;
            case PdmDevicePixelRatioScaled:
                return static_cast<int>(devicePixelRatioFScale());
            case PdmDepth:
                return 32;
            case PdmNumColors:
                return 0;
            case PdmWidthMM:
            case PdmHeightMM:
            case PdmDpiX:
            case PdmDpiY:
            case PdmPhysicalDpiX:
            case PdmPhysicalDpiY:
            default:
                return 96;
        }
    }

  private:
    QSize size_;
    mutable TextEngine engine_;
};

inline QStringList paintedTexts(QWidget& of) {
    TextDevice device(of.size());
    of.render(&device);
    return device.texts();
}

}  // namespace mantissa::ui
