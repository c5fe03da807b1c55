// SPDX-License-Identifier: GPL-3.0-or-later
// The names of operations; see network_words.h.
#include <QLatin1String>
#include <map>

#include "ui/pages/network_words.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

QString kindName(const std::string& kind) {
    // What has one name in every language is not translated.
    static const std::map<std::string, const char*> names{{"attention", "Attention"},
                                                          {"avg_pool2d", "AvgPool"},
                                                          {"batch_norm1d", "BatchNorm"},
                                                          {"batch_norm2d", "BatchNorm"},
                                                          {"dropout", "Dropout"},
                                                          {"embedding", "Embedding"},
                                                          {"gelu", "GELU"},
                                                          {"gelu_tanh", "GELU (tanh)"},
                                                          {"layer_norm", "LayerNorm"},
                                                          {"linear", "Linear"},
                                                          {"max_pool2d", "MaxPool"},
                                                          {"relu", "ReLU"},
                                                          {"rms_norm", "RMSNorm"},
                                                          {"sigmoid", "Sigmoid"},
                                                          {"silu", "SiLU"},
                                                          {"softmax", "Softmax"},
                                                          {"patches", "Patches"},
                                                          {"upsample", "Upsampling"}};
    if (const auto named = names.find(kind); named != names.end()) return QLatin1String(named->second);
    if (kind == "add") return tr("addition");
    if (kind == "class_token") return tr("class token");
    if (kind == "concat") return tr("concat");
    if (kind == "conv2d") return tr("convolution");
    if (kind == "conv_transpose2d") return tr("up-convolution");
    if (kind == "flatten") return tr("flatten");
    if (kind == "mean") return tr("mean");
    if (kind == "scale") return tr("scale");
    if (kind == "positions") return tr("positions");
    if (kind == "token") return tr("token");
    return QString::fromStdString(kind);  // of another program: its own word
}

}  // namespace mantissa::ui
